import { OPERATIONS } from '@shop/contract/main-api-operations'
import { MAIN_API_PATH } from '@shop/contract/page-links'
import { areaOf, isSent, type Kind } from '@shop/server/kind-of-work'

/** Where the sandbox is served. */
export const SANDBOX_MOUNT = '/sandbox'

/** Notifications of payment providers. */
const PAYMENTS = 'payments'
const ORDERS = areaOf(OPERATIONS.createOrder.path)
/** Their passwords are hashed in separate threads with a separate queue. */
const LOGINS = [OPERATIONS.login, OPERATIONS.register].map(({ path }) => areaOf(path))
/** Staff, who wait at the desk, and laboratories' systems, which send results. */
const AT_WORK = ['staff', 'fhir']

/** The kind of work that a call of the main API or the sandbox asks for; undefined: the path belongs to neither. */
export function kindOfCall(method: string, path: string): Kind | undefined {
  // The sandbox stands in for payment providers.
  if (path.startsWith(`${SANDBOX_MOUNT}/`)) return 'payments'
  if (!path.startsWith(`${MAIN_API_PATH}/`)) return undefined
  const area = areaOf(path.slice(MAIN_API_PATH.length))
  if (area === PAYMENTS) return 'payments'
  // Receipts and reports are typeset in a separate thread with a separate queue.
  if (path.endsWith('.pdf')) return 'papers'
  if (area === ORDERS) return 'orders'
  if (isSent(method)) return LOGINS.includes(area) ? 'logins' : 'forms'
  return AT_WORK.includes(area) ? 'forms' : 'pages'
}
