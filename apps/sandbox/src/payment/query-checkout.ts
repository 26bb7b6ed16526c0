import { and, desc, eq } from 'drizzle-orm'
import { type Checkout, checkout, type Transaction, transaction } from '../tables.ts'
import type { PaymentPage } from './payment-page.ts'

export interface CheckoutState {
  checkout: Checkout
  /** The latest attempt to pay, if there was one. */
  payment: Transaction | undefined
  expired: boolean
}

/** Undefined if there is no such checkout. */
export async function queryCheckout(page: PaymentPage, token: string): Promise<CheckoutState | undefined> {
  const { queries } = page.database
  const [found] = await queries.select().from(checkout).where(eq(checkout.token, token))
  if (!found) return undefined
  const [payment] = await queries
    .select()
    .from(transaction)
    .where(and(eq(transaction.token, token), eq(transaction.type, 'payment')))
    .orderBy(desc(transaction.seq))
    .limit(1)
  return { checkout: found, payment, expired: isExpired(found, page.now()) }
}

function isExpired({ state, expiresAt }: Checkout, now: Date): boolean {
  return state === 'expired' || (state === 'open' && expiresAt <= now)
}

/** The provider's response to a query. `finished` means that no further attempt is possible, not that money moved. */
export function describeCheckout(page: PaymentPage, { checkout, payment, expired }: CheckoutState) {
  const { order, settings, test, transaction_type } = checkout.request
  const waiting = payment?.status === 'pending'
  return {
    token: checkout.token,
    shop_id: Number(page.shopId),
    transaction_type,
    gateway_response: payment ? { payment: describePayment(payment) } : null,
    order,
    settings,
    finished: (checkout.state === 'successful' || checkout.state === 'failed') && !waiting,
    expired,
    test,
    status: expired && !payment ? 'error' : (payment?.status ?? 'incomplete'),
    message: expired && !payment ? 'Token is expired.' : (payment?.message ?? 'Waiting for the customer.'),
  }
}

function describePayment({ uid, type, status, message, amount, currency }: Transaction) {
  return { uid, type, status, message, amount, currency }
}
