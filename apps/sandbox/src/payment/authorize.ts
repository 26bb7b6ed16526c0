import { createHash, timingSafeEqual } from 'node:crypto'
import type { PaymentPage } from './payment-page.ts'

/** True if the header is HTTP Basic with the shop's id and secret key; compared in constant time. */
export function isAuthorized(header: string | undefined, { shopId, secretKey }: PaymentPage): boolean {
  const expected = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`
  return timingSafeEqual(digest(header ?? ''), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
