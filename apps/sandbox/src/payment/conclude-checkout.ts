import { randomUUID } from 'node:crypto'
import type { Queries } from '@shop/database/open-database'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Checkout, checkout, type Transaction, transaction } from '../tables.ts'
import { deliverNotifications } from './deliver-notifications.ts'
import type { PaymentPage } from './payment-page.ts'
import { queryCheckout } from './query-checkout.ts'
import { NOTIFICATION_MODES, recordNotifications } from './record-notifications.ts'
import { returnUrl } from './return-url.ts'

/**
 * What a customer or a test does on the payment page. `notification` decides how the shop is notified:
 * - `now`: immediately; `repeated`: three times; `never`: not at all, so only a query finds the payment;
 * - `late`: the bank keeps the payment pending until `POST checkouts/:token/notify`; also possible after expiry;
 * - `wrongAmount`: an amount other than ordered is taken and reported;
 * - `badSignature`: the payment is real, but the notification's signature is wrong.
 */
export const conclusion = z.object({
  outcome: z.enum(['successful', 'failed', 'closed']),
  notification: z.enum(NOTIFICATION_MODES).default('now'),
})
export type Conclusion = z.infer<typeof conclusion>

export type ConclusionAnswer =
  | { kind: 'concluded'; status: string; uid: string | null; redirectUrl: string; delivered: number }
  | { kind: 'unknown' | 'expired' | 'finished' }

/** Pays, declines or closes a checkout and notifies the shop; the shop's reply does not change the outcome. */
export async function concludeCheckout(
  page: PaymentPage,
  { token, outcome, notification }: Conclusion & { token: string },
): Promise<ConclusionAnswer> {
  if (outcome === 'closed') return closeCheckout(page, token)
  const paid = await page.database.transaction((queries) =>
    recordPayment({ page, queries, token, outcome, notification }),
  )
  if (!paid) return { kind: await whyRefused(page, token) }
  const delivered = await deliverNotifications(page, { transactionUid: paid.payment.uid })
  const { status, uid } = paid.payment
  return { kind: 'concluded', status, uid, redirectUrl: returnUrl(page, paid), delivered }
}

/** Closing notifies no one and leaves the checkout open: the customer may come back and pay. */
async function closeCheckout(page: PaymentPage, token: string): Promise<ConclusionAnswer> {
  const found = await queryCheckout(page, token)
  if (!found) return { kind: 'unknown' }
  const redirectUrl = returnUrl(page, { checkout: found.checkout, payment: undefined })
  return { kind: 'concluded', status: 'incomplete', uid: null, redirectUrl, delivered: 0 }
}

interface Recording {
  page: PaymentPage
  queries: Queries
  token: string
  outcome: 'successful' | 'failed'
  notification: Conclusion['notification']
}

/** Writes the payment and its notifications in the caller's transaction; sends nothing. */
export async function recordPayment(recording: Recording) {
  const { page, queries, token, outcome, notification } = recording
  const isLate = notification === 'late'
  const [concluded] = await queries
    .update(checkout)
    .set({
      attemptsLeft: sql`${checkout.attemptsLeft} - 1`,
      state:
        outcome === 'successful'
          ? 'successful'
          : sql`case when ${checkout.attemptsLeft} > 1 then 'open' else 'failed' end`,
    })
    .where(
      and(
        eq(checkout.token, token),
        isLate
          ? inArray(checkout.state, ['open', 'expired'])
          : and(eq(checkout.state, 'open'), gt(checkout.expiresAt, page.now())),
      ),
    )
    .returning()
  if (!concluded) return undefined
  const payment = await insertPayment(recording, concluded)
  await recordNotifications({ page, queries, checkout: concluded, payment, outcome, notification })
  return { checkout: concluded, payment }
}

async function insertPayment(
  { page, queries, token, outcome, notification }: Recording,
  { request }: Checkout,
): Promise<Transaction> {
  const [payment] = await queries
    .insert(transaction)
    .values({
      uid: randomUUID(),
      token,
      type: 'payment',
      status: notification === 'late' ? 'pending' : outcome,
      message: outcome === 'successful' ? 'Successfully processed' : 'Payment was declined',
      amount: request.order.amount + (notification === 'wrongAmount' ? 1 : 0),
      currency: request.order.currency,
      createdAt: page.now(),
    })
    .returning()
  return payment!
}

async function whyRefused(page: PaymentPage, token: string): Promise<'unknown' | 'expired' | 'finished'> {
  const found = await queryCheckout(page, token)
  if (!found) return 'unknown'
  return found.expired ? 'expired' : 'finished'
}
