import { deskLink, shopLink } from '@shop/contract/page-links'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import type { MailMessage } from '../mail/message.ts'
import { HOUSE_LOCALE, textsIn } from '../texts.ts'
import { createGuestLink } from './guest-links.ts'
import { openEntry, openQuestion } from './sealed-support.ts'
import { type SupportMessageRow, supportEntries, supportMessages } from './tables.ts'

type SupportMail = { supportMessageId: string }
type EntryMail = { supportEntryId: string }

/** Groups all mails about one question in a mailbox. */
const conversationOf = ({ id }: SupportMessageRow) => `support-${id}`

/** The mails to the support, the sender's copy, and the answers. */
export function defineSupportMails({ mail, database, sealing, settings, now }: ApiContext): void {
  const { queries } = database
  const ofHouse = textsIn(HOUSE_LOCALE)
  async function find(id: string) {
    const [found] = await queries.select().from(supportMessages).where(eq(supportMessages.id, id))
    return found
  }
  async function findEntry(id: string) {
    const [found] = await queries
      .select({ entry: supportEntries, message: supportMessages })
      .from(supportEntries)
      .innerJoin(supportMessages, eq(supportMessages.id, supportEntries.messageId))
      .where(eq(supportEntries.id, id))
    return found && { ...found, text: await openEntry(sealing, queries, found.entry) }
  }
  const toSupport = (found: SupportMessageRow, text: string, subject: string): MailMessage => ({
    to: { address: settings.mail.supportTo },
    replyTo: found.email,
    locale: HOUSE_LOCALE,
    conversation: conversationOf(found),
    subject,
    heading: ofHouse('desk:messages.title', { reference: found.reference }),
    blocks: [
      {
        kind: 'facts',
        rows: [
          [ofHouse('desk:messages.reference'), found.reference],
          [ofHouse('mails:supportNotice.from'), `${found.name} <${found.email}>`],
          [ofHouse('mails:supportNotice.account'), found.userId ?? ofHouse('desk:messages.guest')],
          [ofHouse('shell.language'), found.locale],
          ...(found.orderNumber ? [[ofHouse('results.fact.order'), found.orderNumber] as const] : []),
        ],
      },
      { kind: 'quote', text },
      {
        kind: 'button',
        label: ofHouse('mails:deskButton'),
        url: deskLink(settings, 'message', { params: { messageId: found.id } }),
      },
    ],
  })
  const subjectOf = ({ reference }: SupportMessageRow) =>
    ofHouse('mails:supportNotice.subject', { reference })
  mail.template<SupportMail>(['sealed-support-message', 'support-message'], async ({ supportMessageId }) => {
    const found = await find(supportMessageId)
    if (!found) return null
    const words = await openQuestion(sealing, queries, found)
    return toSupport(found, words, subjectOf(found))
  })
  mail.template<EntryMail>(['sealed-support-reply', 'support-reply'], async ({ supportEntryId }) => {
    const found = await findEntry(supportEntryId)
    if (!found) return null
    return toSupport(found.message, found.text, `Re: ${subjectOf(found.message)}`)
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
      conversation: conversationOf(found),
      subject: t('mails:supportCopy.subject', { reference }),
      heading: t('mails:supportCopy.heading'),
      blocks: [
        { kind: 'paragraph', text: t('mails:supportCopy.intro', { reference }) },
        { kind: 'paragraph', text: t('mails:supportCopy.answer') },
      ],
    } satisfies MailMessage
  })
  mail.template<EntryMail>(['sealed-support-answer', 'support-answer'], async ({ supportEntryId }) => {
    const found = await findEntry(supportEntryId)
    if (!found) return null
    const { message } = found
    const t = textsIn(message.locale)
    const { reference } = message
    return {
      // A guest's name may have been typed by anyone, so it is not used as a greeting.
      to: message.userId ? { address: message.email, name: message.name } : { address: message.email },
      replyTo: settings.mail.supportTo,
      locale: message.locale,
      conversation: conversationOf(message),
      subject: `Re: ${t('mails:supportCopy.subject', { reference })}`,
      heading: t('mails:supportAnswer.heading'),
      blocks: [
        ...found.text.split(/\n{2,}/).map((text) => ({ kind: 'paragraph' as const, text })),
        ...(message.userId
          ? ([
              {
                kind: 'button',
                label: t('mails:supportAnswer.button'),
                url: shopLink(settings, 'support', { fragment: reference }),
              },
            ] as const)
          : ([
              {
                kind: 'button',
                label: t('mails:supportAnswer.writeOn'),
                url: shopLink(settings, 'supportAnswer', {
                  fragment: { token: await createGuestLink(queries, message, now()) },
                }),
              },
              { kind: 'small', text: t('mails:supportAnswer.reply') },
            ] as const)),
      ],
    } satisfies MailMessage
  })
}
