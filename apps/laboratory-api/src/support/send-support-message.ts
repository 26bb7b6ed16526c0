import { randomInt, randomUUIDv7 } from 'node:crypto'
import type { Locale } from '@shop/contract/fields'
import type { SupportMessage } from '@shop/contract/support'
import type { Viewer } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { supportMessages } from './tables.ts'

// Without letters and digits that look alike: people read it out on the phone.
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function createReference(): string {
  return `S-${Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`
}

interface SendSupportMessage {
  message: SupportMessage
  viewer: Viewer | null
  locale: Locale
  clientAddress: string
}

/** Mails the message to the support and a copy to its sender; answers the reference. @throws Problem `too_many_requests` */
export async function sendSupportMessage(
  { database, limits, mail, now }: ApiContext,
  { message, viewer, locale, clientAddress }: SendSupportMessage,
): Promise<string> {
  await limits.consume('supportMessagePerAddress', clientAddress)
  return database.transaction(async (queries) => {
    const id = randomUUIDv7()
    const reference = createReference()
    await queries.insert(supportMessages).values({
      id,
      reference,
      userId: viewer?.userId ?? null,
      name: message.name,
      email: message.email,
      message: message.message,
      orderNumber: message.orderNumber ?? null,
      locale,
      createdAt: now(),
    })
    await mail.send(queries, 'support-message', { supportMessageId: id })
    await mail.send(queries, 'support-copy', { supportMessageId: id })
    return reference
  })
}
