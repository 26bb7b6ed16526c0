import { eq } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { mailTexts } from '../mail/mail-texts.ts'
import type { MailMessage } from '../mail/message.ts'
import { supportMessages } from './tables.ts'

type SupportMail = { supportMessageId: string }

/** The message as the support reads it (in English: it is the house's own), and the sender's copy. */
export function defineSupportMails({ mail, database, settings }: ApiContext): void {
  async function find(id: string) {
    const [found] = await database.queries.select().from(supportMessages).where(eq(supportMessages.id, id))
    return found
  }
  mail.template<SupportMail>('support-message', async ({ supportMessageId }) => {
    const found = await find(supportMessageId)
    if (!found) return null
    const rows: (readonly [string, string])[] = [
      ['Reference', found.reference],
      ['From', `${found.name} <${found.email}>`],
      ['Account', found.userId ?? 'guest'],
      ['Language', found.locale],
      ...(found.orderNumber ? [['Order', found.orderNumber] as const] : []),
    ]
    return {
      to: { address: settings.mail.supportTo },
      replyTo: found.email,
      locale: 'en',
      subject: `Support message ${found.reference}`,
      heading: `Message ${found.reference}`,
      blocks: [
        { kind: 'facts', rows },
        { kind: 'quote', text: found.message },
      ],
    } satisfies MailMessage
  })
  mail.template<SupportMail>('support-copy', async ({ supportMessageId }) => {
    const found = await find(supportMessageId)
    if (!found) return null
    const texts = mailTexts(found.locale).supportCopy
    return {
      to: { address: found.email },
      replyTo: settings.mail.supportTo,
      locale: found.locale,
      subject: texts.subject(found.reference),
      heading: texts.heading,
      blocks: [
        { kind: 'paragraph', text: texts.intro(found.reference) },
        { kind: 'paragraph', text: texts.answer },
      ],
    } satisfies MailMessage
  })
}
