import type { Queries } from '@shop/database/open-database'
import type { Locale } from '@shop/domain/locale'
import type { Currency } from '@shop/domain/money'
import type { OrderState } from '@shop/domain/order-states'
import type { OrderKey } from '../is-of-order.ts'

/** What payments know of an order. */
export interface PayableOrder extends OrderKey {
  number: string
  state: OrderState
  locale: Locale
  currency: Currency
  /** Minor units. */
  total: number
  /** Until when it waits for a payment. */
  expiresAt: Date
}

interface Step {
  order: PayableOrder
  now: Date
}

/**
 * What payments need of orders, who implement it: payments know nothing else of them. What changes an order is called
 * in a transaction that holds its lock.
 */
export interface Settlement {
  /** For who knows no account: whose the order is stands in the answer. */
  find(queries: Queries, orderId: string): Promise<PayableOrder | null>
  read(queries: Queries, order: OrderKey): Promise<PayableOrder | null>
  /** A directory: whose order it is that a provider names by an attempt. */
  orderOfAttempt(queries: Queries, attemptId: string): Promise<OrderKey | null>
  findByNumber(queries: Queries, number: string): Promise<PayableOrder | null>
  findOwn(queries: Queries, own: { userId: string; orderId: string }): Promise<PayableOrder | null>
  /** The order, locked until the transaction ends; its attempts are changed by whoever holds this. */
  lock(queries: Queries, order: OrderKey): Promise<PayableOrder | null>
  markPaid(queries: Queries, step: Step): Promise<void>
  /** Money came that buys nothing. */
  markRefundDue(queries: Queries, step: Step & { cause: 'latePayment' | 'secondPayment' }): Promise<void>
  /** What paid the order is given back: it ends. A patient who did not end it is told by a mail. */
  refund(queries: Queries, step: Step & { actor: 'user' | 'operator' }): Promise<void>
  /** Other money is given back: the order stays as it is. */
  noteRefund(queries: Queries, step: Step & { refundDue: boolean }): Promise<void>
  /** Ends an order whose time to pay is up; `graceMinutes` later while the provider does not answer. */
  expire(order: OrderKey, graceMinutes?: number): Promise<void>
  /** Orders that have waited for their payment until `before` and longer. */
  overdue(queries: Queries, range: { before: Date; limit: number }): Promise<OrderKey[]>
  numbersOf(queries: Queries, orderIds: readonly string[]): Promise<ReadonlyMap<string, string>>
}
