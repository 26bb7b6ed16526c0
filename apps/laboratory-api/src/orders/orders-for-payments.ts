import type { Queries } from '@shop/database/open-database'
import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { isOfOrder } from '../is-of-order.ts'
import { isRow } from '../owned.ts'
import type { PayableOrder, PayableOrders } from '../payments/payable-orders.ts'
import { paymentAttempts } from '../payments/tables.ts'
import { advanceOrder, writeHistory } from './advance-order.ts'
import { expireOrder } from './expire-order.ts'
import { lockOrder } from './order-queries.ts'
import { orderMails, orders } from './tables.ts'

/** What payments may do with orders. */
export function createPayableOrders(context: () => ApiContext): PayableOrders {
  return {
    find: (queries, orderId) => findOne(queries, eq(orders.id, orderId)),
    read: (queries, order) => findOne(queries, isRow(orders, order)),
    async orderOfAttempt(queries, attemptId) {
      const [found] = await queries
        .select({ id: paymentAttempts.orderId, ownerId: paymentAttempts.ownerId })
        .from(paymentAttempts)
        .where(eq(paymentAttempts.id, attemptId))
      return found ?? null
    },
    findByNumber: (queries, number) => findOne(queries, eq(orders.number, number)),
    findOwn: (queries, { userId, orderId }) =>
      findOne(queries, and(eq(orders.id, orderId), eq(orders.userId, userId))),

    lock: lockOrder,

    async markPaid(queries, { order, now }) {
      const step = { order, cause: 'paymentSettled', actor: 'paymentProvider', now } as const
      await advanceOrder(queries, { ...step, command: 'settlePayment' })
    },

    async markRefundDue(queries, { order, cause, now }) {
      const { state } = order
      await queries.update(orders).set({ refundDue: true }).where(isRow(orders, order))
      await writeHistory(queries, { order, state, cause, actor: 'paymentProvider', now })
    },

    async refund(queries, { order, actor, now }) {
      const step = { order, cause: 'refund', actor, now } as const
      await advanceOrder(queries, { ...step, command: 'refund' })
      if (actor !== 'user') await context().mail.send(queries, 'orderCancelled', { orderId: order.id })
    },

    async noteRefund(queries, { order, refundDue, now }) {
      const { state } = order
      await writeHistory(queries, { order, state, cause: 'refund', actor: 'operator', now })
      await queries.update(orders).set({ refundDue }).where(isRow(orders, order))
    },

    async flagRefund(queries, { order, refundDue }) {
      await queries.update(orders).set({ refundDue }).where(isRow(orders, order))
    },

    async isMismatchTold(queries, { order, attemptId }) {
      const isOfAttempt = sql`${orderMails.data} ->> 'attemptId' = ${attemptId}`
      const isThis = and(
        isOfOrder(orderMails, order),
        eq(orderMails.template, 'paymentMismatch'),
        isOfAttempt,
      )
      return (await queries.$count(orderMails, isThis)) > 0
    },

    async expire(order, graceMinutes = 0) {
      await expireOrder(context(), { order, graceMinutes })
    },

    async overdue(queries, { before, limit }) {
      return queries
        .select({ id: orders.id, ownerId: orders.ownerId })
        .from(orders)
        .where(and(eq(orders.state, 'awaitingPayment'), lt(orders.expiresAt, before)))
        .limit(limit)
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
