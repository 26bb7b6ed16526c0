import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { refunds } from '@shop/server/metrics'
import { and, asc, eq, isNull, lt, ne, or, type SQL } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
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
  const { transaction, order } = await findPayment(context, transactionId)
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
  refunds.inc({ provider: transaction.provider })
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
export async function listRefundsDue({ database, settlement }: ApiContext): Promise<ListedPayment[]> {
  const due = await selectPayments(
    database.queries,
    and(ne(paymentTransactions.kind, 'settled'), isNull(paymentTransactions.refundedAt)),
  )
  const numbers = await settlement.numbersOf(
    database.queries,
    due.map(({ orderId }) => orderId),
  )
  return due.map((transaction) => ({ transaction, orderNumber: numbers.get(transaction.orderId)! }))
}

export async function listPaymentsOfOrder(
  { database, settlement }: ApiContext,
  orderNumber: string,
): Promise<ListedPayment[]> {
  const order = await settlement.findByNumber(database.queries, orderNumber)
  if (!order) return []
  const payments = await selectPayments(database.queries, eq(paymentTransactions.orderId, order.id))
  return payments.map((transaction) => ({ transaction, orderNumber }))
}

function selectPayments(queries: Queries, condition: SQL | undefined): Promise<TransactionRow[]> {
  return queries.select().from(paymentTransactions).where(condition).orderBy(asc(paymentTransactions.id))
}

async function findPayment({ database, settlement }: ApiContext, id: string) {
  const [transaction] = await selectPayments(database.queries, eq(paymentTransactions.id, id))
  const order = transaction && (await settlement.find(database.queries, transaction.orderId))
  if (!order) throw new Problem('not_found')
  return { transaction, order }
}

async function writeRefund(
  context: ApiContext,
  queries: Queries,
  { id, orderId, attemptId, kind }: TransactionRow,
): Promise<void> {
  const now = context.now()
  const order = await context.settlement.lock(queries, orderId)
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
  if (kind === 'settled') await context.settlement.refund(queries, { order, now })
  else {
    const refundDue = await isAnotherDue(queries, orderId)
    await context.settlement.noteRefund(queries, { order, refundDue, now })
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
