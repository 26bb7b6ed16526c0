import { randomUUIDv7 } from 'node:crypto'
import type { SupportMessage } from '@shop/contract/support'
import type { Locale } from '@shop/domain/locale'
import { networkOf } from '@shop/server/network-of'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Viewer } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { SUPPORT_COPIES } from '../limits.ts'
import { createReference } from '../reference.ts'
import { supportMessages } from './tables.ts'

/** The same words again within this time mean the message that was sent: its answer was lost. */
const SAME_MESSAGE_MS = 10 * 60_000

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
  await limits.consume('supportMessagePerNetwork', networkOf(clientAddress))
  return database.transaction(async (queries) => {
    // One after the other, so that the second of two at once sees the first.
    await queries.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${message.email}, 'laboratory.support_message'::regclass::oid::int8))`,
    )
    const [sent] = await queries
      .select({ reference: supportMessages.reference })
      .from(supportMessages)
      .where(
        and(
          eq(supportMessages.name, message.name),
          eq(supportMessages.email, message.email),
          eq(supportMessages.message, message.message),
          gt(supportMessages.createdAt, new Date(now().getTime() - SAME_MESSAGE_MS)),
        ),
      )
    if (sent) return sent.reference
    const recently = new Date(now().getTime() - SUPPORT_COPIES.seconds * 1000)
    const isOfSender = and(eq(supportMessages.email, message.email), gt(supportMessages.createdAt, recently))
    const copies = await queries.$count(supportMessages, isOfSender)
    const id = randomUUIDv7()
    const reference = createReference('S')
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
    if (copies < SUPPORT_COPIES.letters) await mail.send(queries, 'support-copy', { supportMessageId: id })
    return reference
  })
}
