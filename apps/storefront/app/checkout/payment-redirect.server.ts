import { Problem } from '@shop/contract/problem'
import type { Shop } from '../platform/session/shop-context.server.ts'

/**
 * The address to send the patient to, if it is a payment page of the settings or a page of the shop itself.
 * @throws Problem `payment_provider_unavailable` for any other
 */
export function paymentRedirect({ paymentPageHosts, publicUrl, logger }: Shop, redirectUrl: string): string {
  const shop = new URL(publicUrl)
  const url = URL.canParse(redirectUrl, publicUrl) ? new URL(redirectUrl, publicUrl) : null
  const isOwn = url?.origin === shop.origin
  // Plain http only where the shop itself is: on one machine.
  const isSafe = url?.protocol === 'https:' || url?.protocol === shop.protocol
  if (url && isSafe && (isOwn || paymentPageHosts.includes(url.host))) return url.href
  logger.error('payment page refused: its host is not among the allowed')
  throw new Problem('payment_provider_unavailable')
}
