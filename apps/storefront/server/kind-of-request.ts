import { areaOf, isSent, type Kind } from '@shop/server/kind-of-work'
import { API_PATH, type CallArea, patternOf } from '../app/platform/navigation/navigation.ts'

/** From the cart to the payment: the screens of the order stand beside the cart. */
const ORDERS = [patternOf('cart'), patternOf('addToCart')].map(areaOf)
const ORDER_CALLS: readonly CallArea[] = ['cart', 'order']
/** Their passwords are hashed in threads of their own, with a queue of its own. */
const LOGINS = [patternOf('login'), patternOf('register')].map(areaOf)
/** What a page that was given out already needs. */
const FILES = /^\/assets\/|^\/[^/]+\.(?:js|svg|png|ico|webmanifest)$/

/** Which work a request of the shop's own asks for; null: streams, which would hold a turn for minutes and have a bound of their own. */
export function kindOfRequest(method: string, path: string): Kind | null {
  if (path === patternOf('live')) return null
  // Receipts and reports: set in a thread of their own, with a queue of its own.
  if (path.endsWith('.pdf')) return 'papers'
  const area = areaOf(path)
  if (ORDERS.includes(area) || isOrderCall(path)) return 'orders'
  if (isSent(method)) return LOGINS.includes(area) ? 'logins' : 'forms'
  return FILES.test(path) ? 'files' : 'pages'
}

function isOrderCall(path: string): boolean {
  return ORDER_CALLS.some((area) => path.startsWith(`${API_PATH}${area}/`))
}
