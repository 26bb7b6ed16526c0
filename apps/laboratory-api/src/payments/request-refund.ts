import { randomUUIDv7 } from 'node:crypto'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { leftToRefund, needsSecondPerson, type RefundOrigin } from '@shop/domain/refunds'
import { and, asc, inArray } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { isOfOrder, type OrderKey } from '../is-of-order.ts'
import { isRow, type OwnedKey } from '../owned.ts'
import type { PayableOrder } from './payable-orders.ts'
import { sealReason } from './sealed-refunds.ts'
import { paymentRefunds, paymentTransactions, type RefundRow, type TransactionRow } from './tables.ts'

export interface RefundRequest {
  payment: OwnedKey
  /** Minor units; by default, whatever is left of the payment. */
  amount?: number | undefined
  /** Ends a paid order and frees its place. By default, a refund of all that is left of a paid order's payment does. */
  endsOrder?: boolean | undefined
  /** By default the network's own rules ask, and no one has to agree. */
  by?: { origin: RefundOrigin; staffId?: string | undefined } | undefined
  reason?: string | undefined
  /** The version of the payment that the caller saw. */
  version?: number | undefined
  /** Takes the locks that come before the order's. */
  before?: ((queries: Queries) => Promise<void>) | undefined
  /** What else is written in the same transaction. */
  also?: ((queries: Queries) => Promise<void>) | undefined
}

/** Counts the changes of all refunds of a payment: a change names the count it is based on. */
export const versionOf = (refunds: readonly Pick<RefundRow, 'version'>[]): number =>
  refunds.reduce((sum, { version }) => sum + version, 0)

/** What is left of a payment according to the books: refunds by the previous release have no row. */
export function leftOf(
  { amount, refundedAt }: Pick<TransactionRow, 'amount' | 'refundedAt'>,
  refunds: readonly RefundRow[],
): number {
  return refundedAt ? 0 : leftToRefund(amount, refunds)
}

/** The condition that a refund is of one of these payments. */
const areOf = (payments: readonly OwnedKey[]) =>
  and(
    inArray(
      paymentRefunds.transactionId,
      payments.map(({ id }) => id),
    ),
    inArray(paymentRefunds.ownerId, [...new Set(payments.map(({ ownerId }) => ownerId))]),
  )

export function refundsOf(queries: Queries, payments: readonly OwnedKey[]): Promise<RefundRow[]> {
  if (payments.length === 0) return Promise.resolve([])
  return queries.select().from(paymentRefunds).where(areOf(payments)).orderBy(asc(paymentRefunds.id))
}

/**
 * Requests a refund under the order's lock, so that concurrent requests together never return more than was paid. If no
 * one has to agree, the refund is under way with this write, and an order that ends with it has ended.
 * @throws Problem not_found, conflict (nothing is left, another provider, or the order can no longer end),
 * stale_write, refund_exceeds_payment
 */
export async function requestRefund(context: ApiContext, request: RefundRequest): Promise<RefundRow> {
  const { payment, by = { origin: 'rule' }, reason = null, also } = request
  const now = context.now()
  return context.database.transaction(async (queries) => {
    await request.before?.(queries)
    const { order, transaction, all, own } = await lockPayment(context, queries, payment)
    if (request.version !== undefined && request.version !== versionOf(own)) {
      throw new Problem('stale_write', { extension: { version: versionOf(own) } })
    }
    const isByRule = by.origin === 'rule' && request.endsOrder === true
    const standing = isByRule ? await declineRequested(queries, own, now) : own
    const left = leftOf(transaction, standing)
    const amount = request.amount ?? left
    if (left <= 0 || transaction.provider !== context.provider.name) throw new Problem('conflict')
    if (amount > left) throw new Problem('refund_exceeds_payment')
    const paidTheOrder = transaction.kind === 'settled'
    const endsOrder = request.endsOrder ?? (paidTheOrder && request.amount === undefined)
    if (endsOrder && !(paidTheOrder && order.state === 'paid')) throw new Problem('conflict')
    const before = all.map((refund) => ({ ...refund, isSeconded: refund.decidedBy !== null }))
    const limit = context.settings.refundLimits[transaction.currency]
    const waits = needsSecondPerson({ origin: by.origin, amount, before, limit })
    const [refund] = await queries
      .insert(paymentRefunds)
      .values({
        ...(await sealReason(context.sealing, queries, randomUUIDv7(), reason)),
        transactionId: transaction.id,
        ownerId: transaction.ownerId,
        amount,
        state: waits ? 'requested' : 'approved',
        version: 1,
        endsOrder,
        origin: by.origin,
        requestedBy: by.staffId ?? null,
        requestedAt: now,
        decidedAt: waits ? null : now,
      })
      .returning()
    if (!waits && endsOrder) {
      // By a rule, it is the patient who ends the order.
      const actor = by.origin === 'rule' ? 'user' : 'operator'
      await context.payableOrders.refund(queries, { order, actor, now })
    }
    await also?.(queries)
    return refund!
  })
}

/**
 * A patient who cancels by the network's rule gets everything back: refunds that wait for a second person do not
 * stand in the way.
 */
async function declineRequested(queries: Queries, refunds: RefundRow[], now: Date): Promise<RefundRow[]> {
  const requested = refunds.filter(({ state }) => state === 'requested')
  for (const { version, ...refund } of requested) {
    await queries
      .update(paymentRefunds)
      .set({ state: 'declined', version: version + 1, decidedAt: now })
      .where(isRow(paymentRefunds, refund))
  }
  return refunds.filter((refund) => !requested.includes(refund))
}

interface Decision {
  payment: OwnedKey
  refundId: string
  agrees: boolean
  version: number
  staffId: string
  also?: ((queries: Queries) => Promise<void>) | undefined
}

/**
 * A second person agrees or declines. A declined refund may be requested again.
 * @throws Problem not_found, stale_write, own_refund, conflict (agreeing: the order can no longer end, or the payment
 * came through another provider)
 */
export async function decideRefund(
  context: ApiContext,
  { payment, refundId, agrees, version, staffId, also }: Decision,
): Promise<RefundRow> {
  const now = context.now()
  return context.database.transaction(async (queries) => {
    const { order, transaction, own } = await lockPayment(context, queries, payment)
    const refund = own.find(({ id }) => id === refundId)
    if (!refund) throw new Problem('not_found')
    if (refund.version !== version || refund.state !== 'requested') {
      throw new Problem('stale_write', { extension: { version: refund.version } })
    }
    if (refund.requestedBy === staffId) throw new Problem('own_refund')
    // Nothing could be sent: the order would end, and the money stay.
    if (agrees && transaction.provider !== context.provider.name) throw new Problem('conflict')
    if (agrees && refund.endsOrder) {
      if (order.state !== 'paid') throw new Problem('conflict')
      await context.payableOrders.refund(queries, { order, actor: 'operator', now })
    }
    const [decided] = await queries
      .update(paymentRefunds)
      .set({
        state: agrees ? 'approved' : 'declined',
        version: version + 1,
        decidedBy: staffId,
        decidedAt: now,
      })
      .where(isRow(paymentRefunds, refund))
      .returning()
    await also?.(queries)
    return decided!
  })
}

async function orderOfPayment(queries: Queries, payment: OwnedKey): Promise<OrderKey | null> {
  const { orderId: id, ownerId } = paymentTransactions
  const [found] = await queries
    .select({ id, ownerId })
    .from(paymentTransactions)
    .where(isRow(paymentTransactions, payment))
  return found ?? null
}

/**
 * Locks the order of a payment and returns both, with the refunds of the order as the last holder of the lock left
 * them.
 * @throws Problem not_found
 */
export async function lockPayment(context: ApiContext, queries: Queries, payment: OwnedKey) {
  const key = await orderOfPayment(queries, payment)
  const order: PayableOrder | null = key && (await context.payableOrders.lock(queries, key))
  if (!order) throw new Problem('not_found')
  const ofOrder = await queries
    .select()
    .from(paymentTransactions)
    .where(isOfOrder(paymentTransactions, order))
  const transaction = ofOrder.find(({ id }) => id === payment.id)
  if (!transaction) throw new Problem('not_found')
  const all = await refundsOf(queries, ofOrder)
  return { order, transaction, all, own: all.filter((refund) => refund.transactionId === payment.id) }
}
