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
  /** Until when it can be paid. */
  expiresAt: Date
}

interface Step {
  order: PayableOrder
  now: Date
}

/**
 * What payments need of orders. Orders implement it; payments know nothing else about them. The methods that take
 * `queries` and change an order are called in a transaction that holds its lock.
 */
export interface PayableOrders {
  /** For callers that know no account: the answer names the owner. */
  find(queries: Queries, orderId: string): Promise<PayableOrder | null>
  read(queries: Queries, order: OrderKey): Promise<PayableOrder | null>
  /** A directory: the order, with its owner, of an attempt that a provider names. */
  orderOfAttempt(queries: Queries, attemptId: string): Promise<OrderKey | null>
  findByNumber(queries: Queries, number: string): Promise<PayableOrder | null>
  findOwn(queries: Queries, own: { userId: string; orderId: string }): Promise<PayableOrder | null>
  /** The order, locked until the transaction ends; its attempts are changed by the holder of this lock. */
  lock(queries: Queries, order: OrderKey): Promise<PayableOrder | null>
  markPaid(queries: Queries, step: Step): Promise<void>
  /** Money has arrived that buys nothing. */
  markRefundDue(queries: Queries, step: Step & { cause: 'latePayment' | 'secondPayment' }): Promise<void>
  /** The payment that paid the order is refunded: the order ends. A patient who did not end it gets a mail. */
  refund(queries: Queries, step: Step & { actor: 'user' | 'operator' }): Promise<void>
  /** Money is refunded and the order stays as it is. */
  noteRefund(queries: Queries, step: Step & { refundDue: boolean }): Promise<void>
  /** Whether money is still due, without anything new for the patient: a refund failed after it had been made. */
  flagRefund(queries: Queries, step: { order: PayableOrder; refundDue: boolean }): Promise<void>
  /** Whether support was mailed that a payment of this attempt does not match. */
  isMismatchTold(queries: Queries, attempt: { order: OrderKey; attemptId: string }): Promise<boolean>
  /** Ends an order whose time to pay is up, or `graceMinutes` later while the provider does not answer. */
  expire(order: OrderKey, graceMinutes?: number): Promise<void>
  /** Unpaid orders whose time to pay was up before `before`. */
  overdue(queries: Queries, range: { before: Date; limit: number }): Promise<OrderKey[]>
  numbersOf(queries: Queries, orderIds: readonly string[]): Promise<ReadonlyMap<string, string>>
}
