import type { Queries } from '@shop/database/open-database'
import { and, eq, inArray, lt, type SQL } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import type { PayableOrder, Settlement } from '../payments/settlement.ts'
import { advanceOrder, writeHistory } from './advance-order.ts'
import { expireOrder } from './expire-order.ts'
import { orders } from './tables.ts'

/** What payments may do with orders. */
export function createSettlement(context: () => ApiContext): Settlement {
  return {
    find: (queries, orderId) => findOne(queries, eq(orders.id, orderId)),
    findByNumber: (queries, number) => findOne(queries, eq(orders.number, number)),
    findOwn: (queries, { userId, orderId }) =>
      findOne(queries, and(eq(orders.id, orderId), eq(orders.userId, userId))),

    async lock(queries, orderId) {
      const [order] = await queries.select().from(orders).where(eq(orders.id, orderId)).for('update')
      return order ?? null
    },

    async markPaid(queries, { order: { id: orderId }, now }) {
      const step = { orderId, cause: 'paymentSettled', actor: 'paymentProvider', now } as const
      await advanceOrder(queries, { ...step, command: 'settlePayment' })
    },

    async markRefundDue(queries, { order: { id: orderId, state }, cause, now }) {
      await queries.update(orders).set({ refundDue: true }).where(eq(orders.id, orderId))
      await writeHistory(queries, { orderId, state, cause, actor: 'paymentProvider', now })
    },

    async refund(queries, { order: { id: orderId }, now }) {
      const step = { orderId, cause: 'refund', actor: 'operator', now } as const
      await advanceOrder(queries, { ...step, command: 'refund' })
    },

    async noteRefund(queries, { order: { id: orderId, state }, refundDue, now }) {
      await writeHistory(queries, { orderId, state, cause: 'refund', actor: 'operator', now })
      await queries.update(orders).set({ refundDue }).where(eq(orders.id, orderId))
    },

    async expire(orderId, graceMinutes = 0) {
      await expireOrder(context(), { orderId, graceMinutes })
    },

    async overdue(queries, { before, limit }) {
      const found = await queries
        .select({ id: orders.id })
        .from(orders)
        .where(and(eq(orders.state, 'awaitingPayment'), lt(orders.expiresAt, before)))
        .limit(limit)
      return found.map(({ id }) => id)
    },

    async numbersOf(queries, orderIds) {
      const found = await queries
        .select({ id: orders.id, number: orders.number })
        .from(orders)
        .where(inArray(orders.id, [...orderIds]))
      return new Map(found.map(({ id, number }) => [id, number]))
    },
  }
}

async function findOne(queries: Queries, condition: SQL | undefined): Promise<PayableOrder | null> {
  const [order] = await queries.select().from(orders).where(condition)
  return order ?? null
}
