import { randomBytes } from 'node:crypto'
import { checkout } from '../tables.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import type { PaymentPage } from './payment-page.ts'

const DAY = 24 * 60 * 60 * 1000

/** Opens a payment page. Without `expired_at` it expires after a day, as at the provider. */
export async function createCheckout(
  page: PaymentPage,
  request: CheckoutRequest,
): Promise<{ token: string; redirect_url: string }> {
  const token = randomBytes(32).toString('hex')
  const createdAt = page.now()
  const { expired_at } = request.order
  await page.database.queries.insert(checkout).values({
    token,
    request,
    state: 'open',
    attemptsLeft: request.attempts,
    createdAt,
    expiresAt: expired_at ? new Date(expired_at) : new Date(createdAt.getTime() + DAY),
  })
  return { token, redirect_url: checkoutUrl(page, token) }
}

export function checkoutUrl(page: PaymentPage, token: string): string {
  return `${page.baseUrl}/checkouts/${token}`
}
