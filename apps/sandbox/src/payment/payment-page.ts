import { createHash, createSign, timingSafeEqual } from 'node:crypto'
import type { Database } from '@shop/database/open-database'

/** What the payment page works with: one shop's account at the payment provider. */
export interface PaymentPage {
  database: Database
  /** The URL of the page, without a slash at the end. */
  baseUrl: string
  shopId: string
  secretKey: string
  /** RSA, PEM: signs notifications. */
  privateKey: string
  fetch: typeof fetch
  now: () => Date
}

/** True if the header is HTTP Basic with the shop's id and secret key; compared in constant time. */
export function isAuthorized(header: string | undefined, { shopId, secretKey }: PaymentPage): boolean {
  const expected = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`
  return timingSafeEqual(digest(header ?? ''), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Base64 of RSA-SHA256 over the raw body: the header `Content-Signature`. `privateKey` is PEM. */
export function signNotification(body: string, privateKey: string): string {
  return createSign('RSA-SHA256').update(body, 'utf8').sign(privateKey, 'base64')
}
