import { randomUUIDv7 } from 'node:crypto'
import type { Queries } from '@shop/database/open-database'
import type { RefundState } from '@shop/domain/refunds'
import { refunds as refundCount } from '@shop/server/metrics'
import { and, asc, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { isRow, type OwnedKey } from '../owned.ts'
import { isKept, ProviderUnavailable } from './provider.ts'
import { paymentRefunds, paymentTransactions, type RefundRow, type TransactionRow } from './tables.ts'
import { isStillUnderWay, orderOf, writeRefund } from './write-refund.ts'

const MINUTE = 60_000
/** Longer than any wait for a provider: an older claim belongs to a process that ended. */
const CLAIM_MS = 2 * MINUTE
/**
 * A provider recognises a repetition by its key for a day: later, a person must check before anything is sent again.
 */
const RESEND_MS = 20 * 60 * MINUTE
const BATCH = 100

/** Whether the provider that took the payment may be asked for the refund now. */
const maySend = (
  { provider }: ApiContext,
  { refund, transaction }: { refund: RefundRow; transaction: TransactionRow },
): boolean =>
  refund.state === 'approved' && refund.outsideWay === null && transaction.provider === provider.name

/**
 * Sends an approved refund to the provider, then writes the books. The first caller claims the payment, so that the
 * provider is asked once; if it stops in between, the refund is sent again under the same key once the claim has
 * expired. After a refusal it is sent under another key. Returns the state of the refund: one that the provider did not
 * take stays under way. Another provider than the payment's is not asked: to it the payment is unknown, which would
 * look like a refusal.
 */
export async function sendRefund(context: ApiContext, key: OwnedKey): Promise<RefundState> {
  const { queries } = context.database
  const found = await findRefund(queries, key)
  if (!found) return 'declined'
  if (!maySend(context, found)) return found.refund.state
  const { transaction } = found
  if (!(await claim(context, transaction))) return (await findRefund(queries, key))!.refund.state
  // The previous holder of the claim may have sent it.
  const now = await findRefund(queries, key)
  if (!now || !maySend(context, now)) {
    await release(context, transaction)
    return now?.refund.state ?? 'declined'
  }
  const { refund } = now
  const refundId = refund.id
  const order = await context.settlement.read(queries, orderOf(transaction))
  let providerRefundId: string | null
  try {
    providerRefundId = await context.provider.refund({
      transactionId: transaction.transactionId,
      amount: refund.amount,
      key: refund.sendKey ?? refund.id,
      reason: `Order ${order?.number}`,
    })
  } catch (error) {
    if (error instanceof ProviderUnavailable) {
      const { reason: failure } = error
      await queries
        .update(paymentRefunds)
        .set({ failure, ...(isKept(failure) ? { sendKey: randomUUIDv7() } : {}) })
        .where(isStillUnderWay(refund))
    }
    // Not before the answer is stored: another process would otherwise send it under the key of a refusal.
    await release(context, transaction)
    if (!(error instanceof ProviderUnavailable)) throw error
    context.logger.warn({ orderId: order?.id, refundId, reason: error.reason }, 'refund not accepted')
    return 'approved'
  }
  await context.database.transaction((inside) => writeRefund(context, inside, { refund, providerRefundId }))
  await release(context, transaction)
  refundCount.inc({ provider: transaction.provider })
  context.logger.info({ orderId: order?.id, transactionId: transaction.id, refundId }, 'payment refunded')
  return 'done'
}

/** The safety net for refunds under way: sends again those that no provider has taken yet. */
export async function sendWaitingRefunds(context: ApiContext): Promise<void> {
  const now = context.now().getTime()
  const waiting = await context.database.queries
    .select({ id: paymentRefunds.id, ownerId: paymentRefunds.ownerId })
    .from(paymentRefunds)
    .innerJoin(paymentTransactions, eq(paymentTransactions.id, paymentRefunds.transactionId))
    .where(
      and(
        eq(paymentRefunds.state, 'approved'),
        isNull(paymentRefunds.outsideWay),
        eq(paymentTransactions.provider, context.provider.name),
        lt(paymentRefunds.decidedAt, new Date(now - CLAIM_MS)),
        gt(paymentRefunds.decidedAt, new Date(now - RESEND_MS)),
      ),
    )
    .orderBy(asc(paymentRefunds.requestedAt))
    .limit(BATCH)
  for (const refund of waiting) await sendRefund(context, refund)
}

/** False while another process is about to refund something of the payment. */
export async function claim({ database, now }: ApiContext, payment: OwnedKey): Promise<boolean> {
  const claimed = await database.queries
    .update(paymentTransactions)
    .set({ refundClaimedAt: now() })
    .where(
      and(
        isRow(paymentTransactions, payment),
        or(
          isNull(paymentTransactions.refundClaimedAt),
          lt(paymentTransactions.refundClaimedAt, new Date(now().getTime() - CLAIM_MS)),
        ),
      ),
    )
    .returning({ id: paymentTransactions.id })
  return claimed.length > 0
}

export async function release({ database }: ApiContext, payment: OwnedKey): Promise<void> {
  await database.queries
    .update(paymentTransactions)
    .set({ refundClaimedAt: null })
    .where(isRow(paymentTransactions, payment))
}

async function findRefund(queries: Queries, refund: OwnedKey) {
  const [found] = await queries
    .select({ refund: paymentRefunds, transaction: paymentTransactions })
    .from(paymentRefunds)
    .innerJoin(paymentTransactions, eq(paymentTransactions.id, paymentRefunds.transactionId))
    .where(isRow(paymentRefunds, refund))
  return found ?? null
}
