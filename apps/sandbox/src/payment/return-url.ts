import type { Checkout, Transaction } from '../tables.ts'
import { checkoutUrl } from './create-checkout.ts'
import type { PaymentPage } from './payment-page.ts'

/**
 * Where the customer returns to, with `token`, `status` and `uid` added to the shop's own query. As at the
 * provider, `return_url` overrides `success_url` and `decline_url`. Without any address the customer stays on
 * the page.
 */
export function returnUrl(
  page: PaymentPage,
  { checkout, payment }: { checkout: Checkout; payment: Transaction | undefined },
): string {
  const { return_url, success_url, decline_url, fail_url, cancel_url } = checkout.request.settings
  const base = payment
    ? (return_url ?? (payment.status === 'failed' ? (decline_url ?? fail_url) : success_url))
    : (cancel_url ?? return_url)
  if (!base) return checkoutUrl(page, checkout.token)
  const url = new URL(base)
  url.searchParams.set('token', checkout.token)
  url.searchParams.set('status', payment?.status ?? 'incomplete')
  if (payment) url.searchParams.set('uid', payment.uid)
  return url.href
}
