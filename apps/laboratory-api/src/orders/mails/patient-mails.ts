import { CONSENT_DAYS } from '@shop/contract/tests-consent'
import { todayIn } from '@shop/domain/age'
import { addDays } from '@shop/domain/dates'
import { formatMoney } from '@shop/domain/money'
import { isCalledOff } from '@shop/domain/order-states'
import { formatDayOf, formatMoment } from '@shop/texts/formats.server'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import type { MailMessage } from '../../mail/message.ts'
import { paymentRefunds, paymentTransactions, type RefundRow } from '../../payments/tables.ts'
import { CALENDAR_FILE, CALENDAR_TYPE, visitCalendar } from '../calendar/visit-calendar.ts'
import type { OrderRow } from '../tables.ts'
import { consentState, consentsOf } from '../tests-consent.ts'
import {
  headingOf,
  isMovedSince,
  loadOrderMail,
  preparationLists,
  receptionCode,
  visitFacts,
} from './order-mail.ts'

type Message = Promise<MailMessage | null>

/** "We have your order, please pay until …"; null once that is no longer true. */
export async function orderReceivedMail(context: ApiContext, orderId: string, now: Date): Message {
  const mail = await loadOrderMail(context, orderId)
  if (!mail) return null
  const { details, t, locale, frame, button } = mail
  const { order } = details
  if (order.state !== 'awaitingPayment' || order.expiresAt <= now) return null
  const { businessTimeZone } = context.settings
  const until = formatMoment(order.expiresAt, { locale, businessTimeZone })
  return {
    ...frame,
    subject: t('mails:received.subject', { number: order.number }),
    ...headingOf(mail, t('order.title.awaitingPayment')),
    blocks: [
      { kind: 'paragraph', text: t('mails:received.intro', { until }) },
      visitFacts(context, mail),
      button(t('mails:received.button')),
    ],
  }
}

/**
 * The confirmation, with the visit for the calendar and each patient's preparation. Null once the order is called
 * off.
 */
export async function orderPaidMail(context: ApiContext, orderId: string): Message {
  const mail = await loadOrderMail(context, orderId)
  if (!mail || isCalledOff(mail.details.order.state)) return null
  const { details, t, locale, frame, button } = mail
  const { order } = details
  const content = visitCalendar({ details, locale, settings: context.settings })
  const { businessTimeZone } = context.settings
  const day = formatDayOf(order.visitStart, { locale, businessTimeZone })
  return {
    ...frame,
    subject: t('mails:paid.subject', { number: order.number }),
    ...headingOf(mail, t('order.title.paid', { day })),
    blocks: [
      { kind: 'paragraph', text: t('mails:paid.intro') },
      visitFacts(context, mail),
      ...receptionCode(mail),
      ...preparationLists(context, mail),
      button(t('mails:seeOrder')),
      { kind: 'small', text: t('mails:paid.calendar') },
    ],
    attachments: [{ filename: CALENDAR_FILE, contentType: CALENDAR_TYPE, content }],
  }
}

export async function orderExpiredMail(context: ApiContext, orderId: string): Message {
  const mail = await loadOrderMail(context, orderId)
  if (mail?.details.order.state !== 'expired') return null
  const { details, t, frame, button } = mail
  const heading = t('mails:expired.heading', { number: details.order.number })
  return {
    ...frame,
    subject: heading,
    heading,
    blocks: [{ kind: 'paragraph', text: t('order.payment.expired') }, button(t('mails:seeOrder'))],
  }
}

/** The network has ended the order, and the patient is no longer expected. A refund has a separate mail. */
export async function orderCancelledMail(context: ApiContext, orderId: string): Message {
  const mail = await loadOrderMail(context, orderId)
  if (!mail || !isCalledOff(mail.details.order.state)) return null
  const { details, t, frame, button } = mail
  const { number, state } = details.order
  return {
    ...frame,
    subject: t('mails:cancelled.subject', { number }),
    heading: t('mails:cancelled.subject', { number }),
    blocks: [
      { kind: 'paragraph', text: t('mails:cancelled.intro') },
      visitFacts(context, mail),
      ...(state === 'refunded' ? [{ kind: 'paragraph' as const, text: t('mails:cancelled.money') }] : []),
      button(t('mails:seeOrder')),
    ],
  }
}

/** The day before: when, where, and how to prepare. Null once the visit is off, or on a day other than tomorrow. */
export async function visitTomorrowMail(context: ApiContext, orderId: string, now: Date): Message {
  const mail = await loadOrderMail(context, orderId)
  if (!mail) return null
  const { details, t, frame, button } = mail
  const { order } = details
  const { businessTimeZone: zone } = context.settings
  // The mail may have waited past midnight, or the visit may have been moved.
  const isTomorrow = todayIn(zone, order.visitStart) === addDays(todayIn(zone, now), 1)
  if (order.state !== 'paid' || !isTomorrow) return null
  // The restriction was granted while the mail waited.
  if (mail.isRestricted) return null
  return {
    ...frame,
    subject: t('mails:tomorrow.subject', { number: order.number }),
    ...headingOf(mail, t('mails:tomorrow.heading')),
    blocks: [
      { kind: 'paragraph', text: t('mails:tomorrow.intro') },
      visitFacts(context, mail),
      ...receptionCode(mail),
      ...preparationLists(context, mail),
      button(t('mails:seeOrder')),
    ],
  }
}

/**
 * The visit has another time, with the calendar entry; a patient who has not agreed to it is asked to. Null
 * once the visit is off or has begun, and after another move, which has a mail of its own.
 */
export async function visitMovedMail(
  context: ApiContext,
  { orderId, queuedFor }: { orderId: string; queuedFor?: number },
  now: Date,
): Message {
  const mail = await loadOrderMail(context, orderId)
  if (!mail) return null
  const { details, t, locale, frame, button } = mail
  const { order } = details
  if (order.state !== 'paid' || order.visitStart <= now || isMovedSince(order, queuedFor)) return null
  const isAsked = order.visitMovedFrom !== null
  const content = visitCalendar({ details, locale, settings: context.settings })
  return {
    ...frame,
    subject: t('mails:moved.subject', { number: order.number }),
    ...headingOf(mail, t('mails:moved.heading')),
    blocks: [
      { kind: 'paragraph', text: t(isAsked ? 'mails:moved.asked' : 'mails:moved.intro') },
      visitFacts(context, mail),
      ...receptionCode(mail),
      ...preparationLists(context, mail),
      button(t(isAsked ? 'mails:answer' : 'mails:seeOrder')),
      // Otherwise said above.
      ...(isAsked ? [{ kind: 'small' as const, text: t('mails:moved.calendar') }] : []),
    ],
    attachments: [{ filename: CALENDAR_FILE, contentType: CALENDAR_TYPE, content }],
  }
}

/** Support asks to see the names of the tests, which the mail does not mention. Null once answered or expired. */
export async function testsAskedMail(context: ApiContext, orderId: string, now: Date): Message {
  const mail = await loadOrderMail(context, orderId)
  if (!mail || mail.isRestricted) return null
  const { state } = consentState(await consentsOf(context.database.queries, mail.details.order), now)
  if (state !== 'asked') return null
  const { details, t, frame, button } = mail
  const { number } = details.order
  return {
    ...frame,
    subject: t('mails:testsAsked.subject', { number }),
    heading: t('mails:testsAsked.heading'),
    blocks: [
      { kind: 'paragraph', text: t('mails:testsAsked.intro', { number }) },
      { kind: 'paragraph', text: t('mails:testsAsked.choice', { days: CONSENT_DAYS }) },
      button(t('mails:answer')),
    ],
  }
}

/** Money that arrived too late or twice: what happened, and that it will be refunded. */
export async function refundDueMail(context: ApiContext, transactionId: string): Message {
  const transaction = await findTransaction(context, transactionId)
  const mail = transaction && (await loadOrderMail(context, transaction.orderId))
  if (!mail) return null
  const { details, t, frame, button } = mail
  return {
    ...frame,
    subject: t('mails:refundDue.subject', { number: details.order.number }),
    ...headingOf(mail, t('mails:refundDue.heading')),
    blocks: [
      {
        kind: 'paragraph',
        text: transaction.kind === 'late' ? t('mails:refundDue.late') : t('mails:refundDue.second'),
      },
      { kind: 'paragraph', text: t('mails:refundDue.next') },
      button(t('mails:seeOrder')),
    ],
  }
}

/**
 * Money on its way back, and that the visit is off if the order ended with it: people who cancel themselves get no other
 * mail. Jobs of the previous release named only the payment.
 */
export async function refundedMail(
  context: ApiContext,
  { transactionId, refundId }: { transactionId: string; refundId?: string },
): Message {
  const transaction = await findTransaction(context, transactionId)
  const [refund] = refundId
    ? await context.database.queries.select().from(paymentRefunds).where(eq(paymentRefunds.id, refundId))
    : []
  const mail = transaction && (await loadOrderMail(context, transaction.orderId))
  if (!mail) return null
  const { details, t, locale, frame, button } = mail
  const { order } = details
  const { amount } = refund ?? transaction
  const sum = formatMoney({ amount, currency: transaction.currency }, locale)
  return {
    ...frame,
    subject: t('mails:refunded.subject', { number: order.number }),
    ...headingOf(mail, t('mails:refunded.heading')),
    blocks: [
      {
        kind: 'paragraph',
        text: refund?.outsideWay
          ? t(`mails:refunded.${refund.outsideWay}`, { sum, reference: refund.outsideReference ?? '' })
          : t('mails:refunded.intro', { sum }),
      },
      ...(refund && endsVisit(refund, order)
        ? [{ kind: 'paragraph' as const, text: t('mails:refunded.visitOff') }, visitFacts(context, mail)]
        : []),
      button(t('mails:seeOrder')),
    ],
  }
}

/** Whether the order ended with this refund before its visit, which is then off. */
const endsVisit = ({ endsOrder, requestedAt }: RefundRow, { state, visitStart }: OrderRow) =>
  endsOrder && state === 'refunded' && requestedAt < visitStart

async function findTransaction({ database }: ApiContext, id: string) {
  const [transaction] = await database.queries
    .select()
    .from(paymentTransactions)
    .where(eq(paymentTransactions.id, id))
  return transaction ?? null
}
