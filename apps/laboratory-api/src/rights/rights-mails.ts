import { deskLink, shopLink } from '@shop/contract/page-links'
import { formatDay, formatDayOf } from '@shop/texts/formats.server'
import { and, desc, eq } from 'drizzle-orm'
import { users } from '../accounts/tables.ts'
import { findUser } from '../accounts/user-queries.ts'
import type { ApiContext } from '../context.ts'
import type { MailMessage } from '../mail/message.ts'
import { HOUSE_LOCALE, textsIn } from '../texts.ts'
import { openAnswer, openStep } from './sealed-rights.ts'
import { type RightsRequestRow, rightsRequests, rightsSteps } from './tables.ts'

type RightsMail = { rightsRequestId: string }

const conversationOf = ({ id }: RightsRequestRow) => `rights-${id}`

/**
 * The mails to the house about a request, the confirmation and the answer. No subject says what
 * was asked for.
 */
export function defineRightsMails({ mail, database, sealing, settings, partner }: ApiContext): void {
  async function find(id: string) {
    const [found] = await database.queries.select().from(rightsRequests).where(eq(rightsRequests.id, id))
    return found
  }
  /** By name, unless the account has not proven the address: a stranger's may have been typed, and the name with it. */
  async function toAsker(request: RightsRequestRow) {
    const { email: address, name, locale, source, userId } = request
    const account = source === 'account' && userId ? await findUser(database.queries, userId) : undefined
    return {
      to: account && !account.emailConfirmedAt ? { address } : { address, name },
      replyTo: partner.personalDataEmail,
      locale,
      conversation: conversationOf(request),
    }
  }
  const toHouse = (request: RightsRequestRow, about: 'subject' | 'reminder'): MailMessage => {
    const t = textsIn(HOUSE_LOCALE)
    const { reference, dueOn, id } = request
    const day = formatDay(dueOn, HOUSE_LOCALE, 'date')
    return {
      to: { address: partner.personalDataEmail },
      locale: HOUSE_LOCALE,
      conversation: conversationOf(request),
      subject: t(`mails:rightsNotice.${about}`, { reference, day }),
      heading: t('mails:rightsNotice.heading', { reference }),
      blocks: [
        {
          kind: 'facts',
          rows: [
            [t('mails:rightsReceived.reference'), reference],
            [t('desk:rights.due'), day],
          ],
        },
        {
          kind: 'button',
          label: t('mails:deskButton'),
          url: deskLink(settings, 'rightsRequest', { params: { requestId: id } }),
        },
      ],
    }
  }
  mail.template<RightsMail>('rights-request', async ({ rightsRequestId }) => {
    const request = await find(rightsRequestId)
    return request ? toHouse(request, 'subject') : null
  })
  mail.template<RightsMail>('rights-due', async ({ rightsRequestId }) => {
    const request = await find(rightsRequestId)
    // Answered since: no reminder is needed.
    if (request?.state !== 'open') return null
    return toHouse(request, 'reminder')
  })
  mail.template<RightsMail>('rights-received', async ({ rightsRequestId }) => {
    const request = await find(rightsRequestId)
    if (!request) return null
    const { reference, locale, dueOn, right, userId } = request
    const t = textsIn(locale)
    const day = formatDay(dueOn, locale, 'date')
    return {
      ...(await toAsker(request)),
      subject: t('mails:rightsReceived.subject', { reference }),
      heading: t('account.rights.sent'),
      blocks: [
        {
          kind: 'facts',
          rows: [
            [t('mails:rightsReceived.reference'), reference],
            [t('mails:rightsReceived.what'), t(`account.rights.right.${right}`)],
            [t('mails:rightsReceived.due'), day],
          ],
        },
        { kind: 'paragraph', text: t('mails:rightsReceived.text') },
        ...(userId ? [buttonOf(t('mails:supportAnswer.button'), settings, reference)] : []),
        { kind: 'small', text: t('mails:rightsReceived.notYou') },
      ],
    } satisfies MailMessage
  })
  mail.template<RightsMail>(['sealed-restriction-ends', 'restriction-ends'], async ({ rightsRequestId }) => {
    const request = await find(rightsRequestId)
    if (!request?.userId) return null
    const { reference, userId } = request
    const { queries } = database
    const [account] = await queries.select().from(users).where(eq(users.id, userId))
    // The owner has ended it in the meantime.
    if (!account?.restrictionEndsAt) return null
    const { email, emailConfirmedAt, firstName, lastName, locale } = account
    const [step] = await queries
      .select()
      .from(rightsSteps)
      .where(and(eq(rightsSteps.requestId, rightsRequestId), eq(rightsSteps.kind, 'restrictionEnding')))
      .orderBy(desc(rightsSteps.serial))
      .limit(1)
    const why = step ? await openStep(sealing, queries, step) : null
    const t = textsIn(locale)
    const { businessTimeZone } = settings
    const day = formatDayOf(account.restrictionEndsAt, { locale, businessTimeZone }, 'date')
    return {
      replyTo: partner.personalDataEmail,
      conversation: conversationOf(request),
      // A restriction may last for months: the address and language of the request may be former ones.
      to: emailConfirmedAt ? { address: email, name: `${firstName} ${lastName}` } : { address: email },
      locale,
      subject: `Re: ${t('mails:rightsReceived.subject', { reference })}`,
      heading: t('mails:restrictionEnds.heading'),
      blocks: [
        { kind: 'paragraph', text: t('mails:restrictionEnds.text', { day }) },
        ...(why ? [{ kind: 'paragraph' as const, text: why }] : []),
        { kind: 'small', text: t('mails:rightsAnswer.complain') },
      ],
    } satisfies MailMessage
  })
  mail.template<RightsMail>(['sealed-rights-answer', 'rights-answer'], async ({ rightsRequestId }) => {
    const request = await find(rightsRequestId)
    const answer = request && (await openAnswer(sealing, database.queries, request))
    if (!answer) return null
    const { reference, locale } = request
    const t = textsIn(locale)
    return {
      ...(await toAsker(request)),
      subject: `Re: ${t('mails:rightsReceived.subject', { reference })}`,
      heading: t('mails:rightsAnswer.heading'),
      blocks: [
        ...answer.split(/\n{2,}/).map((text) => ({ kind: 'paragraph' as const, text })),
        { kind: 'small', text: t('mails:rightsAnswer.complain') },
      ],
    } satisfies MailMessage
  })
}

const buttonOf = (label: string, settings: ApiContext['settings'], reference: string) => ({
  kind: 'button' as const,
  label,
  url: shopLink(settings, 'dataRequests', { fragment: reference }),
})
