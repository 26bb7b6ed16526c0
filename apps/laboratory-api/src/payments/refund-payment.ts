import type { Queries } from '@shop/database/open-database'
import type { RefundState } from '@shop/domain/refunds'
import { and, asc, isNull, ne, type SQL } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { isOfOrder } from '../is-of-order.ts'
import { type RefundRequest, refundsOf, requestRefund } from './request-refund.ts'
import { sendRefund } from './send-refund.ts'
import { paymentTransactions, type TransactionRow } from './tables.ts'

/**
 * Refunds a payment, wholly or in part: the only way for the desk, the command and the network's rules. Returns the
 * state of the refund: `requested` waits for a second person; `approved` is under way, and is sent again until the
 * provider takes it. Without an amount, a refund of the payment that is already under way is sent once more.
 * @throws Problem as `requestRefund`
 */
export async function refundPayment(
  context: ApiContext,
  request: RefundRequest,
): Promise<{ id: string; state: RefundState }> {
  const under = request.amount === undefined && (await findWaiting(context, request))
  const refund = under || (await requestRefund(context, request))
  if (refund.state !== 'approved') return refund
  return { id: refund.id, state: await sendRefund(context, refund) }
}

/** The refund under way, if any. An order that must end does not end with a partial refund that is under way. */
async function findWaiting({ database }: ApiContext, { payment, endsOrder }: RefundRequest) {
  const refunds = await refundsOf(database.queries, [payment])
  return refunds.find((refund) => refund.state === 'approved' && (!endsOrder || refund.endsOrder)) ?? null
}

export interface PaymentOfOrder {
  transaction: TransactionRow
  orderNumber: string
}

/** Payments that bought nothing and have not been refunded yet, oldest first. */
export async function listRefundsDue({ database, payableOrders }: ApiContext): Promise<PaymentOfOrder[]> {
  const due = await selectPayments(
    database.queries,
    and(ne(paymentTransactions.kind, 'settled'), isNull(paymentTransactions.refundedAt)),
  )
  const numbers = await payableOrders.numbersOf(
    database.queries,
    due.map(({ orderId }) => orderId),
  )
  return due.map((transaction) => ({ transaction, orderNumber: numbers.get(transaction.orderId)! }))
}

export async function listPaymentsOfOrder(
  { database, payableOrders }: ApiContext,
  orderNumber: string,
): Promise<PaymentOfOrder[]> {
  const order = await payableOrders.findByNumber(database.queries, orderNumber)
  if (!order) return []
  const payments = await selectPayments(database.queries, isOfOrder(paymentTransactions, order))
  return payments.map((transaction) => ({ transaction, orderNumber }))
}

function selectPayments(queries: Queries, condition: SQL | undefined): Promise<TransactionRow[]> {
  return queries.select().from(paymentTransactions).where(condition).orderBy(asc(paymentTransactions.id))
}
