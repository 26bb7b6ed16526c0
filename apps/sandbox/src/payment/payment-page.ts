import type { Database } from '@shop/database/open-database'

/** What the payment page works with: one shop's account at the payment provider. */
export interface PaymentPage {
  database: Database
  /** URL that people reach the page under, without a slash at the end. */
  baseUrl: string
  shopId: string
  secretKey: string
  /** RSA, PEM: signs notifications. */
  privateKey: string
  fetch: typeof fetch
  now: () => Date
}
