import { areaOf, isSent, type Kind } from '@shop/server/kind-of-work'
import { API_PATH, type CallArea, patternOf } from '../app/platform/navigation/navigation.ts'

/** From the cart to the payment: the order screens are siblings of the cart in the path. */
const ORDERS = [patternOf('cart'), patternOf('addToCart')].map(areaOf)
const ORDER_CALLS: readonly CallArea[] = ['cart', 'order']
/** Passwords are hashed in separate threads with their own queue. */
const LOGINS = [patternOf('login'), patternOf('register')].map(areaOf)
/** Files that a page already served still needs. */
const FILES = /^\/assets\/|^\/[^/]+\.(?:js|svg|png|ico|webmanifest)$/

/**
 * The kind of work that a request to the shop itself asks for. Null for streams: they would hold a permit for minutes
 * and have a limit of their own.
 */
export function kindOfRequest(method: string, path: string): Kind | null {
  if (path === patternOf('live')) return null
  // Receipts and reports are typeset in a separate thread with its own queue.
  if (path.endsWith('.pdf')) return 'papers'
  const area = areaOf(path)
  if (ORDERS.includes(area) || isOrderCall(path)) return 'orders'
  if (isSent(method)) return LOGINS.includes(area) ? 'logins' : 'forms'
  return FILES.test(path) ? 'files' : 'pages'
}

function isOrderCall(path: string): boolean {
  return ORDER_CALLS.some((area) => path.startsWith(`${API_PATH}${area}/`))
}
