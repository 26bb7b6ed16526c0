import { deskLink } from '@shop/contract/page-links'
import { formatMoney } from '@shop/domain/money'
import { formatMoment } from '@shop/texts/formats.server'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import type { MailBlock, MailMessage } from '../../mail/message.ts'
import { paymentAttempts, paymentTransactions } from '../../payments/tables.ts'
import { HOUSE_LOCALE, textsIn } from '../../texts.ts'
import { readOrder } from '../order-queries.ts'
import { orders } from '../tables.ts'
import { isMovedSince } from './order-mail.ts'

/** The laboratories' staff read Russian. */
const LABORATORY_LOCALE = 'ru'

/**
 * Informs a laboratory that an order was paid, or that its visit was moved: the order's number, and where the
 * laboratory's system finds the rest. The mail never says who comes, where and for what: anyone can look up test
 * codes in the catalogue, and mailboxes have many readers.
 */
export async function laboratoryOrderMail(
  context: ApiContext,
  orderId: string,
  { isMoved = false, queuedFor }: { isMoved?: boolean; queuedFor?: number | undefined } = {},
): Promise<MailMessage | null> {
  const details = await readOrder(context.database.queries, orderId)
  const address = details?.order.laboratory.email
  if (!details || !address || details.order.state === 'refunded') return null
  if (isMovedSince(details.order, queuedFor)) return null
  const { number } = details.order
  const t = textsIn(LABORATORY_LOCALE)
  return {
    to: { address },
    locale: LABORATORY_LOCALE,
    subject: isMoved ? t('mails:laboratoryOrder.moved', { number }) : t('order.number', { number }),
    heading: t(isMoved ? 'mails:laboratoryOrder.moved' : 'mails:paid.subject', { number }),
    blocks: [
      { kind: 'paragraph', text: t('mails:laboratoryOrder.text') },
      {
        kind: 'button',
        label: t('mails:laboratoryOrder.button'),
        url: `${context.settings.apiPublicUrl}/fhir/R4/ServiceRequest?requisition=${number}`,
      },
    ],
  }
}

const atTheDesk = ({ settings }: ApiContext): MailBlock => ({
  kind: 'button',
  label: textsIn(HOUSE_LOCALE)('mails:deskButton'),
  url: deskLink(settings, 'attention'),
})

/** Notifies the bookkeepers of money that must be refunded, so that no one finds it only by chance. */
export async function refundDueNoticeMail(
  context: ApiContext,
  transactionId: string,
): Promise<MailMessage | null> {
  const [found] = await context.database.queries
    .select({ transaction: paymentTransactions, number: orders.number, state: orders.state })
    .from(paymentTransactions)
    .innerJoin(orders, eq(orders.id, paymentTransactions.orderId))
    .where(eq(paymentTransactions.id, transactionId))
  if (!found || found.transaction.refundedAt) return null
  const { transaction, number, state } = found
  const t = textsIn(HOUSE_LOCALE)
  const reader = { locale: HOUSE_LOCALE, businessTimeZone: context.settings.businessTimeZone }
  return {
    to: { address: context.settings.mail.supportTo },
    locale: HOUSE_LOCALE,
    subject: t('mails:refundDueNotice.subject', { number }),
    heading: t('mails:refundDueNotice.heading', { kind: t(`desk:money.kind.${transaction.kind}`) }),
    blocks: [
      {
        kind: 'facts',
        rows: [
          [t('results.fact.order'), `${number} (${t(`order.state.${state}`)})`],
          [t('papers:receipt.sum'), formatMoney(transaction, reader.locale)],
          [t('desk:money.provider'), transaction.provider],
          [t('papers:receipt.transaction'), transaction.transactionId],
          [t('desk:money.received'), formatMoment(transaction.receivedAt, reader, 'fullDay')],
        ],
      },
      atTheDesk(context),
    ],
  }
}

/** Reports that a provider's payment is not what was asked for; the order was left as it is. */
export async function paymentMismatchMail(
  context: ApiContext,
  attemptId: string,
): Promise<MailMessage | null> {
  const [found] = await context.database.queries
    .select({ attempt: paymentAttempts, number: orders.number, state: orders.state })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(eq(paymentAttempts.id, attemptId))
  if (!found) return null
  const { attempt, number, state } = found
  const t = textsIn(HOUSE_LOCALE)
  return {
    to: { address: context.settings.mail.supportTo },
    locale: HOUSE_LOCALE,
    subject: t('mails:paymentMismatch.subject', { number }),
    heading: t('mails:paymentMismatch.subject', { number }),
    blocks: [
      { kind: 'paragraph', text: t('mails:paymentMismatch.text') },
      {
        kind: 'facts',
        rows: [
          [t('results.fact.order'), `${number} (${t(`order.state.${state}`)})`],
          [t('desk:money.askedFor'), formatMoney(attempt, HOUSE_LOCALE)],
          [t('desk:money.provider'), attempt.provider],
          [t('mails:rightsReceived.reference'), attempt.id],
        ],
      },
      atTheDesk(context),
    ],
  }
}
