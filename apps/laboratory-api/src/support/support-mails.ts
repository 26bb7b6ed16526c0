import { eq } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import type { MailMessage } from '../mail/message.ts'
import { textsIn } from '../texts.ts'
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
    const t = textsIn(found.locale)
    const { reference } = found
    return {
      to: { address: found.email },
      replyTo: settings.mail.supportTo,
      locale: found.locale,
      subject: t('mails:supportCopy.subject', { reference }),
      heading: t('mails:supportCopy.heading'),
      blocks: [
        { kind: 'paragraph', text: t('mails:supportCopy.intro', { reference }) },
        { kind: 'paragraph', text: t('mails:supportCopy.answer') },
      ],
    } satisfies MailMessage
  })
}
