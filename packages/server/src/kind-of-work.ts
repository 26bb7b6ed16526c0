/** What people and machines come for, in the order in which a busy process lets them in. Labels of a metric. */
export const KINDS = ['payments', 'orders', 'logins', 'forms', 'files', 'pages', 'papers'] as const
export type Kind = (typeof KINDS)[number]

/** Why a request got no turn: it waited too long, too many wait, or too many of one network do. */
export const REFUSAL_REASONS = ['waited', 'queue_full', 'network'] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/** Never wait: health, and streams, which their own module bounds and which would hold a turn for minutes. */
const FREE = /^\/(?:healthz|readyz|live)(?:\?|$)/
/** What payment providers report; the sandbox stands in for them. */
const PAYMENTS = /^\/(?:laboratory-api\/)?(?:payments|sandbox)\//
/** Their passwords are hashed in threads of their own, with a queue of its own. */
const LOGINS = /^\/(?:laboratory-api\/)?(?:login|register)(?:[./?]|$)/
/** Receipts and reports: set in a thread of their own, with a queue of its own. */
const PAPERS = /\.pdf(?:\?|$)/
/** From the cart to the payment. */
const ORDERS = /^\/(?:order\/|add-to-cart\/|api\/(?:order|cart)\/|laboratory-api\/orders(?:[/?]|$))/
/** The network's own people, and laboratories' systems that send results. */
const STAFF = /^\/(?:laboratory-api\/)?(?:staff|fhir)\//
/** What a page that was given out already needs. */
const FILES = /^\/assets\/|^\/[^/?]+\.(?:js|svg|png|ico|webmanifest)(?:\?|$)/

/** Which work a request asks for; null: none that has to wait. */
export function kindOfWork(method: string, url: string): Kind | null {
  if (FREE.test(url)) return null
  if (PAYMENTS.test(url)) return 'payments'
  if (PAPERS.test(url)) return 'papers'
  if (ORDERS.test(url)) return 'orders'
  // Somebody has typed something, or waits at the desk.
  const isSent = method !== 'GET' && method !== 'HEAD'
  if (isSent && LOGINS.test(url)) return 'logins'
  if (isSent || STAFF.test(url)) return 'forms'
  return FILES.test(url) ? 'files' : 'pages'
}
