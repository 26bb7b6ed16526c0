import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import type { Locale } from '@shop/domain/locale'
import { and, eq } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import { paymentAttempts, paymentTransactions } from '../../payments/tables.ts'
import type { PaperReader } from '../../pdf/typesetter.ts'
import type { StoredOrder } from '../order-queries.ts'
import { orders } from '../tables.ts'
import { receiptPaper } from './receipt-paper.ts'

/** The receipt of an order. @throws Problem not_found while there is no payment to confirm, not_ready, too_many_requests */
export async function orderReceipt(
  { database, partner, settings, typesetter }: ApiContext,
  { details, locale, reader }: { details: StoredOrder; locale: Locale; reader: PaperReader },
): Promise<Uint8Array> {
  const payment = await settledPayment(database.queries, { orderId: details.order.id, userId: reader.userId })
  if (!payment) throw new Problem('not_found')
  const paper = receiptPaper({
    details,
    ...payment,
    partner,
    locale,
    businessTimeZone: settings.businessTimeZone,
  })
  return typesetter.typeset(paper, reader)
}

async function settledPayment(queries: Queries, { orderId, userId }: { orderId: string; userId: string }) {
  const [payment] = await queries
    .select({ transaction: paymentTransactions, attempt: paymentAttempts })
    .from(paymentTransactions)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentTransactions.attemptId))
    .innerJoin(orders, eq(orders.id, paymentTransactions.orderId))
    .where(
      and(
        eq(paymentTransactions.orderId, orderId),
        eq(paymentTransactions.kind, 'settled'),
        eq(orders.userId, userId),
      ),
    )
  return payment
}
