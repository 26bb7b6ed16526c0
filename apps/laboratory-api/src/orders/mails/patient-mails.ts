import { formatMoney } from '@shop/domain/money'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import type { MailMessage } from '../../mail/message.ts'
import { paymentTransactions } from '../../payments/tables.ts'
import { CALENDAR_FILE, CALENDAR_TYPE, visitCalendar } from '../calendar/visit-calendar.ts'
import { formatMoment } from '../format-visit.ts'
import { loadOrderMail, preparationLists, visitFacts } from './order-mail.ts'

type Message = Promise<MailMessage | null>

/** "We have your order, please pay until …"; nothing where that is no longer so. */
export async function orderReceivedMail(context: ApiContext, orderId: string, now: Date): Message {
  const mail = await loadOrderMail(context, orderId)
  if (!mail) return null
  const { details, texts, locale, frame, button } = mail
  const { order } = details
  if (order.state !== 'awaitingPayment' || order.expiresAt <= now) return null
  const { received } = texts
  const until = formatMoment(order.expiresAt, { locale, zone: context.settings.businessTimeZone })
  return {
    ...frame,
    subject: received.subject(order.number),
    heading: received.heading(order.number),
    blocks: [
      { kind: 'paragraph', text: received.intro(until) },
      visitFacts(context, mail),
      button(received.button),
    ],
  }
}

/** The confirmation, with the visit for the calendar and each patient's preparation. */
export async function orderPaidMail(context: ApiContext, orderId: string): Message {
  const mail = await loadOrderMail(context, orderId)
  if (!mail) return null
  const { details, texts, locale, frame, button } = mail
  const { order } = details
  const { paid } = texts
  const content = visitCalendar({ details, locale, settings: context.settings })
  return {
    ...frame,
    subject: paid.subject(order.number),
    heading: paid.heading(order.number),
    blocks: [
      { kind: 'paragraph', text: paid.intro },
      visitFacts(context, mail),
      ...preparationLists(context, mail),
      button(paid.button),
      { kind: 'small', text: paid.calendar },
    ],
    attachments: [{ filename: CALENDAR_FILE, contentType: CALENDAR_TYPE, content }],
  }
}

export async function orderExpiredMail(context: ApiContext, orderId: string): Message {
  const mail = await loadOrderMail(context, orderId)
  if (mail?.details.order.state !== 'expired') return null
  const { details, texts, frame, button } = mail
  const { expired } = texts
  return {
    ...frame,
    subject: expired.subject(details.order.number),
    heading: expired.heading(details.order.number),
    blocks: [{ kind: 'paragraph', text: expired.intro }, button(expired.button)],
  }
}

/** The day before: when, where, and what to mind. Nothing once the visit is off or over. */
export async function visitTomorrowMail(context: ApiContext, orderId: string, now: Date): Message {
  const mail = await loadOrderMail(context, orderId)
  if (!mail) return null
  const { details, texts, frame, button } = mail
  const { order } = details
  if (order.state !== 'paid' || order.visitStart <= now) return null
  const { tomorrow } = texts
  return {
    ...frame,
    subject: tomorrow.subject(order.number),
    heading: tomorrow.heading,
    blocks: [
      { kind: 'paragraph', text: tomorrow.intro },
      visitFacts(context, mail),
      ...preparationLists(context, mail),
      button(tomorrow.button),
    ],
  }
}

/** Money that came too late or twice: what happened, and that it goes back. */
export async function refundDueMail(context: ApiContext, transactionId: string): Message {
  const transaction = await findTransaction(context, transactionId)
  const mail = transaction && (await loadOrderMail(context, transaction.orderId))
  if (!mail) return null
  const { details, texts, frame, button } = mail
  const { refundDue } = texts
  return {
    ...frame,
    subject: refundDue.subject(details.order.number),
    heading: refundDue.heading,
    blocks: [
      { kind: 'paragraph', text: transaction.kind === 'late' ? refundDue.late : refundDue.second },
      { kind: 'paragraph', text: refundDue.next },
      button(refundDue.button),
    ],
  }
}

export async function refundedMail(context: ApiContext, transactionId: string): Message {
  const transaction = await findTransaction(context, transactionId)
  const mail = transaction && (await loadOrderMail(context, transaction.orderId))
  if (!mail) return null
  const { details, texts, locale, frame, button } = mail
  const { refunded } = texts
  return {
    ...frame,
    subject: refunded.subject(details.order.number),
    heading: refunded.heading,
    blocks: [
      { kind: 'paragraph', text: refunded.intro(formatMoney(transaction, locale)) },
      button(refunded.button),
    ],
  }
}

async function findTransaction({ database }: ApiContext, id: string) {
  const [transaction] = await database.queries
    .select()
    .from(paymentTransactions)
    .where(eq(paymentTransactions.id, id))
  return transaction ?? null
}
