import type { Locale } from '@shop/contract/fields'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { and, eq } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import { paymentAttempts, paymentTransactions } from '../../payments/tables.ts'
import type { StoredOrder } from '../order-queries.ts'

/** The receipt of an order. @throws Problem not_found while there is no payment to confirm */
export async function orderReceipt(
  { database, partner, settings }: ApiContext,
  { details, locale }: { details: StoredOrder; locale: Locale },
): Promise<Buffer> {
  const payment = await settledPayment(database.queries, details.order.id)
  if (!payment) throw new Problem('not_found')
  // The renderer is large and seldom needed: it is loaded with the first receipt.
  const { renderReceipt } = await import('./receipt-document.ts')
  return renderReceipt({ details, ...payment, partner, locale, zone: settings.businessTimeZone })
}

async function settledPayment(queries: Queries, orderId: string) {
  const [payment] = await queries
    .select({ transaction: paymentTransactions, attempt: paymentAttempts })
    .from(paymentTransactions)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentTransactions.attemptId))
    .where(and(eq(paymentTransactions.orderId, orderId), eq(paymentTransactions.kind, 'settled')))
  return payment
}
