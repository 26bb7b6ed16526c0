import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { and, asc, eq, isNull, lt, ne, or, type SQL } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { advanceOrder, writeHistory } from '../orders/advance-order.ts'
import { orders } from '../orders/tables.ts'
import { paymentAttempts, paymentTransactions, type TransactionRow } from './tables.ts'

/** Longer than a provider is waited for: an older claim is of a process that ended. */
const CLAIM_MS = 2 * 60_000

/**
 * Gives a payment back: at the provider first, then in the books, where a paid order becomes `refunded` and frees its
 * place, and a late or second payment is no longer due. Who comes first claims it, so that the provider is asked once.
 * Stopped in between it may be called again when the claim has run out: the provider knows the request by its key
 * and never gives back more than it took, and the books are written once. For the people who run the shop.
 * @throws Problem not_found, conflict (given back already or just now, or the laboratory has begun), ProviderUnavailable
 */
export async function refundPayment(
  context: ApiContext,
  { transactionId }: { transactionId: string },
): Promise<void> {
  const { transaction, order } = await findPayment(context.database.queries, transactionId)
  if (transaction.refundedAt || transaction.provider !== context.provider.name) throw new Problem('conflict')
  if (transaction.kind === 'settled' && order.state !== 'paid') throw new Problem('conflict')
  if (!(await claimRefund(context, transaction))) throw new Problem('conflict')
  try {
    await context.provider.refund({
      transactionId: transaction.transactionId,
      amount: transaction.amount,
      key: transaction.id,
      reason: `Order ${order.number}`,
    })
  } catch (error) {
    await releaseClaim(context, transaction)
    throw error
  }
  await context.database.transaction((queries) => writeRefund(context, queries, transaction))
  context.logger.info({ orderId: order.id, transactionId }, 'payment refunded')
}

/** False when it was given back meanwhile, or somebody else is about to. */
async function claimRefund({ database, now }: ApiContext, { id }: TransactionRow): Promise<boolean> {
  const claimed = await database.queries
    .update(paymentTransactions)
    .set({ refundClaimedAt: now() })
    .where(
      and(
        eq(paymentTransactions.id, id),
        isNull(paymentTransactions.refundedAt),
        or(
          isNull(paymentTransactions.refundClaimedAt),
          lt(paymentTransactions.refundClaimedAt, new Date(now().getTime() - CLAIM_MS)),
        ),
      ),
    )
    .returning({ id: paymentTransactions.id })
  return claimed.length > 0
}

async function releaseClaim({ database }: ApiContext, { id }: TransactionRow): Promise<void> {
  await database.queries
    .update(paymentTransactions)
    .set({ refundClaimedAt: null })
    .where(eq(paymentTransactions.id, id))
}

export interface ListedPayment {
  transaction: TransactionRow
  orderNumber: string
}

/** Payments that buy nothing and are not given back yet, oldest first. */
export async function listRefundsDue(queries: Queries): Promise<ListedPayment[]> {
  return selectPayments(
    queries,
    and(ne(paymentTransactions.kind, 'settled'), isNull(paymentTransactions.refundedAt)),
  )
}

export async function listPaymentsOfOrder(queries: Queries, orderNumber: string): Promise<ListedPayment[]> {
  return selectPayments(queries, eq(orders.number, orderNumber))
}

function selectPayments(queries: Queries, condition: SQL | undefined): Promise<ListedPayment[]> {
  return queries
    .select({ transaction: paymentTransactions, orderNumber: orders.number })
    .from(paymentTransactions)
    .innerJoin(orders, eq(orders.id, paymentTransactions.orderId))
    .where(condition)
    .orderBy(asc(paymentTransactions.id))
}

async function findPayment(queries: Queries, id: string) {
  const [found] = await queries
    .select({ transaction: paymentTransactions, order: orders })
    .from(paymentTransactions)
    .innerJoin(orders, eq(orders.id, paymentTransactions.orderId))
    .where(eq(paymentTransactions.id, id))
  if (!found) throw new Problem('not_found')
  return found
}

async function writeRefund(
  context: ApiContext,
  queries: Queries,
  { id, orderId, attemptId, kind }: TransactionRow,
): Promise<void> {
  const now = context.now()
  const [order] = await queries.select().from(orders).where(eq(orders.id, orderId)).for('update')
  const [refunded] = await queries
    .update(paymentTransactions)
    .set({ refundedAt: now })
    .where(and(eq(paymentTransactions.id, id), isNull(paymentTransactions.refundedAt)))
    .returning({ id: paymentTransactions.id })
  if (!order || !refunded) return
  await queries
    .update(paymentAttempts)
    .set({ state: 'refunded' })
    .where(and(eq(paymentAttempts.id, attemptId), eq(paymentAttempts.state, 'paid')))
  const step = { orderId, cause: 'refund', actor: 'operator', now } as const
  if (kind === 'settled') await advanceOrder(queries, { ...step, command: 'refund' })
  else {
    await writeHistory(queries, { ...step, state: order.state })
    await queries
      .update(orders)
      .set({ refundDue: await isAnotherDue(queries, orderId) })
      .where(eq(orders.id, orderId))
  }
  await context.mail.send(queries, 'refunded', { transactionId: id })
}

async function isAnotherDue(queries: Queries, orderId: string): Promise<boolean> {
  const due = await queries
    .select({ id: paymentTransactions.id })
    .from(paymentTransactions)
    .where(
      and(
        eq(paymentTransactions.orderId, orderId),
        ne(paymentTransactions.kind, 'settled'),
        isNull(paymentTransactions.refundedAt),
      ),
    )
    .limit(1)
  return due.length > 0
}
