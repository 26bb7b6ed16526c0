import { randomUUIDv7 } from 'node:crypto'
import { REFUND_FAILED, type RefundState } from '@shop/domain/refunds'
import { and, asc, desc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { refunds as refundCount } from '../metrics.ts'
import { isRow, type OwnedKey } from '../owned.ts'
import { isKept, ProviderUnavailable } from './provider.ts'
import { paymentRefunds, paymentTransactions, type RefundRow, type TransactionRow } from './tables.ts'
import { failRefund, isStillUnderWay, orderOf, writeRefund } from './write-refund.ts'

const MINUTE = 60_000
/** Longer than any wait for a provider: an older claim belongs to a process that ended. */
const CLAIM_MS = 2 * MINUTE
/**
 * A provider recognises a repetition by its key for a day: later, a person must check before anything is sent again.
 */
const RESEND_MS = 20 * 60 * MINUTE
const BATCH = 100

interface FoundRefund {
  refund: RefundRow
  transaction: TransactionRow
}

/** Whether the provider that took the payment may be asked for the refund, or about it. */
const mayAsk = ({ provider }: ApiContext, { refund, transaction }: FoundRefund): boolean =>
  refund.state === 'approved' && refund.outsideWay === null && transaction.provider === provider.name

/**
 * Sends an approved refund to the provider, or asks about one that it has accepted, and writes the books once the money
 * is on its way back. The first caller claims the payment, so that the provider is asked once; if it stops in between,
 * the refund is sent again under the same key once the claim has expired. After a refusal it is sent under another key.
 * Returns the state of the refund: one that the provider has not made stays under way. Another provider than the
 * payment's is not asked: to it the payment is unknown, which would look like a refusal.
 */
export async function sendRefund(context: ApiContext, key: OwnedKey): Promise<RefundState> {
  const found = await findRefund(context, key)
  if (!found) return 'declined'
  if (!mayAsk(context, found)) return found.refund.state
  if (found.refund.providerRefundId) return askAgain(context, found)
  const { transaction } = found
  const claimed = await claim(context, transaction)
  if (!claimed) return (await findRefund(context, key))!.refund.state
  try {
    // The previous holder of the claim may have sent it.
    const now = await findRefund(context, key)
    const isToSend = now && mayAsk(context, now) && !now.refund.providerRefundId
    return isToSend ? await send(context, now) : (now?.refund.state ?? 'declined')
  } finally {
    // Not before the answer is stored: another process would otherwise send it under the key of a refusal.
    await release(context, transaction, claimed)
  }
}

/** The holder of the payment's claim sends the refund, and stores the answer. */
async function send(context: ApiContext, found: FoundRefund): Promise<RefundState> {
  const { queries } = context.database
  const { refund, transaction } = found
  const order = await context.payableOrders.read(queries, orderOf(transaction))
  const logged = { orderId: order?.id, refundId: refund.id }
  let answer: Awaited<ReturnType<ApiContext['provider']['refund']>>
  try {
    answer = await context.provider.refund({
      transactionId: transaction.transactionId,
      amount: refund.amount,
      key: refund.sendKey ?? refund.id,
      reason: `Order ${order?.number}`,
    })
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    const { reason: failure } = error
    await queries
      .update(paymentRefunds)
      .set({ failure, ...(isKept(failure) ? { sendKey: randomUUIDv7() } : {}) })
      .where(isStillUnderWay(refund))
    context.logger.warn({ ...logged, reason: failure }, 'refund not accepted')
    return 'approved'
  }
  const { refundId: providerRefundId, outcome } = answer
  if (outcome === 'done') return finish(context, found, providerRefundId)
  await queries.update(paymentRefunds).set({ providerRefundId, failure: null }).where(isStillUnderWay(refund))
  context.logger.info(logged, 'refund accepted, and not made yet')
  return 'approved'
}

async function finish(
  context: ApiContext,
  { refund, transaction }: FoundRefund,
  providerRefundId: string,
): Promise<RefundState> {
  const isWritten = await context.database.transaction((inside) =>
    writeRefund(context, inside, { refund, providerRefundId }),
  )
  if (!isWritten) return (await findRefund(context, refund))?.refund.state ?? 'declined'
  refundCount.inc({ provider: transaction.provider })
  const { id: transactionId, orderId } = transaction
  context.logger.info({ orderId, transactionId, refundId: refund.id }, 'payment refunded')
  return 'done'
}

/**
 * Asks the provider about a refund that it has accepted, or that is even done. It needs no claim: what it writes depends
 * on the refund being as it was read.
 * @throws ProviderUnavailable
 */
async function askAbout(context: ApiContext, found: FoundRefund): Promise<RefundState> {
  const { refund, transaction } = found
  const { providerRefundId } = refund
  if (!providerRefundId) return refund.state
  const outcome = await context.provider.refundOutcome(providerRefundId)
  if (outcome === 'done' && refund.state === 'approved') return finish(context, found, providerRefundId)
  if (outcome !== 'failed') return refund.state
  const isWritten = await context.database.transaction((inside) => failRefund(context, inside, refund))
  const { id: refundId, state } = refund
  if (isWritten) context.logger.warn({ orderId: transaction.orderId, refundId, state }, 'refund failed')
  return (await findRefund(context, refund))?.refund.state ?? 'declined'
}

async function askAgain(context: ApiContext, found: FoundRefund): Promise<RefundState> {
  try {
    return await askAbout(context, found)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    // Not stored with the refund: an answer about it, such as an unknown id, is no refusal of it.
    const { orderId } = found.transaction
    context.logger.warn({ orderId, refundId: found.refund.id, reason: error.reason }, 'refund not reported')
    return found.refund.state
  }
}

/**
 * The provider says that something happened to a refund: it may be one of ours, also one that is done.
 * @throws ProviderUnavailable
 */
export async function lookAtRefund(context: ApiContext, providerRefundId: string): Promise<void> {
  const [found] = await selectRefunds(context)
    .where(
      and(
        eq(paymentRefunds.providerRefundId, providerRefundId),
        eq(paymentTransactions.provider, context.provider.name),
      ),
    )
    .limit(1)
  if (found) await askAbout(context, found)
}

/**
 * The safety net for refunds under way: sends again those that no provider has taken yet, and asks about those that it
 * has accepted. One that failed is left to people: the bank would return the money again.
 */
export async function sendWaitingRefunds(context: ApiContext): Promise<void> {
  const now = context.now().getTime()
  const waiting = and(
    eq(paymentRefunds.state, 'approved'),
    isNull(paymentRefunds.outsideWay),
    eq(paymentTransactions.provider, context.provider.name),
    lt(paymentRefunds.decidedAt, new Date(now - CLAIM_MS)),
  )
  const toSend = await selectRefunds(context)
    .where(
      and(
        waiting,
        isNull(paymentRefunds.providerRefundId),
        sql`${paymentRefunds.failure} is distinct from ${REFUND_FAILED}`,
        gt(paymentRefunds.decidedAt, new Date(now - RESEND_MS)),
      ),
    )
    .orderBy(asc(paymentRefunds.requestedAt))
    .limit(BATCH)
  // The newest first: one that the bank never makes must not keep others from being asked about.
  const accepted = await selectRefunds(context)
    .where(and(waiting, isNotNull(paymentRefunds.providerRefundId)))
    .orderBy(desc(paymentRefunds.requestedAt))
    .limit(BATCH)
  for (const { refund } of [...toSend, ...accepted]) await sendRefund(context, refund)
}

/** Since when it is claimed; null while another process is about to refund something of the payment. */
export async function claim({ database, now }: ApiContext, payment: OwnedKey): Promise<Date | null> {
  const since = now()
  const claimed = await database.queries
    .update(paymentTransactions)
    .set({ refundClaimedAt: since })
    .where(
      and(
        isRow(paymentTransactions, payment),
        or(
          isNull(paymentTransactions.refundClaimedAt),
          lt(paymentTransactions.refundClaimedAt, new Date(since.getTime() - CLAIM_MS)),
        ),
      ),
    )
    .returning({ id: paymentTransactions.id })
  return claimed.length > 0 ? since : null
}

/** Ends this claim; if it had expired, another process may have claimed the payment, and keeps it. */
export async function release({ database }: ApiContext, payment: OwnedKey, claimed: Date): Promise<void> {
  await database.queries
    .update(paymentTransactions)
    .set({ refundClaimedAt: null })
    .where(and(isRow(paymentTransactions, payment), eq(paymentTransactions.refundClaimedAt, claimed)))
}

const selectRefunds = ({ database }: ApiContext) =>
  database.queries
    .select({ refund: paymentRefunds, transaction: paymentTransactions })
    .from(paymentRefunds)
    .innerJoin(paymentTransactions, eq(paymentTransactions.id, paymentRefunds.transactionId))

async function findRefund(context: ApiContext, refund: OwnedKey): Promise<FoundRefund | null> {
  const [found] = await selectRefunds(context).where(isRow(paymentRefunds, refund))
  return found ?? null
}
