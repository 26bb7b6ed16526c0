import { formatMoney } from '@shop/domain/money'
import { formatMoment } from '@shop/texts/formats.server'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import type { MailMessage } from '../../mail/message.ts'
import { paymentAttempts, paymentTransactions } from '../../payments/tables.ts'
import { readOrder } from '../order-queries.ts'
import { orders } from '../tables.ts'

/** The laboratories' people read Russian. */
const STAFF_LOCALE = 'ru'

/**
 * Tells a laboratory that an order was paid, or that its visit has another time: its number, and where the
 * laboratory's system finds the rest. Who comes, where and for what is in no letter: codes of tests are in
 * the catalogue for everybody, and mailboxes are read by many.
 */
export async function laboratoryOrderMail(
  context: ApiContext,
  orderId: string,
  { isMoved = false }: { isMoved?: boolean } = {},
): Promise<MailMessage | null> {
  const details = await readOrder(context.database.queries, orderId)
  const address = details?.order.laboratory.email
  if (!details || !address || details.order.state === 'refunded') return null
  const { number } = details.order
  return {
    to: { address },
    locale: STAFF_LOCALE,
    subject: isMoved ? `Заказ ${number}: визит перенесён` : `Заказ ${number}`,
    heading: isMoved ? `Визит по заказу ${number} перенесён` : `Оплачен заказ ${number}`,
    blocks: [
      {
        kind: 'paragraph',
        text: 'Кто и когда придёт и что нужно взять, видно в информационной системе лаборатории.',
      },
      {
        kind: 'button',
        label: 'Заказ для информационной системы',
        url: `${context.settings.apiPublicUrl}/fhir/R4/ServiceRequest?requisition=${number}`,
      },
    ],
  }
}

const atTheDesk = ({ settings }: ApiContext) =>
  ({ kind: 'button', label: 'Look at it at the desk', url: `${settings.deskUrl}/money/attention` }) as const

/** Tells who keeps the books that money has to go back: nobody should have to find it by chance. */
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
  const reader = { locale: 'en', businessTimeZone: context.settings.businessTimeZone }
  return {
    to: { address: context.settings.mail.supportTo },
    locale: 'en',
    subject: `Order ${number}: a payment has to be given back`,
    heading: `A ${transaction.kind} payment has to be given back`,
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['Order', `${number} (${state})`],
          ['Sum', formatMoney(transaction, reader.locale)],
          ['Provider', transaction.provider],
          ['Transaction', transaction.transactionId],
          ['Received', formatMoment(transaction.receivedAt, reader, 'fullDay')],
        ],
      },
      atTheDesk(context),
    ],
  }
}

/** Tells that a provider reports money that is not what was asked for; the order was left as it is. */
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
  return {
    to: { address: context.settings.mail.supportTo },
    locale: 'en',
    subject: `Order ${number}: a payment does not match`,
    heading: 'A payment does not match its order',
    blocks: [
      {
        kind: 'paragraph',
        text: 'The provider reports another amount, currency or mode than was asked for. The order was left as it is.',
      },
      {
        kind: 'facts',
        rows: [
          ['Order', `${number} (${state})`],
          ['Asked for', formatMoney(attempt, 'en')],
          ['Provider', attempt.provider],
          ['Reference', attempt.id],
        ],
      },
      atTheDesk(context),
    ],
  }
}
