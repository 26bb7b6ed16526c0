import { OPERATIONS } from '@shop/contract/main-api-operations'
import { areaOf, isSent, type Kind } from '@shop/server/kind-of-work'

/** Where the main API and the sandbox are served. */
export const API_MOUNT = '/laboratory-api'
export const SANDBOX_MOUNT = '/sandbox'

/** What payment providers report. */
const PAYMENTS = 'payments'
const ORDERS = areaOf(OPERATIONS.createOrder.path)
/** Their passwords are hashed in threads of their own, with a queue of its own. */
const LOGINS = [OPERATIONS.login, OPERATIONS.register].map(({ path }) => areaOf(path))
/** The network's own people, who wait at the desk, and laboratories' systems that send results. */
const AT_WORK = ['staff', 'fhir']

/** Which work a call of the main API or of the sandbox asks for; undefined: the path is of neither. */
export function kindOfCall(method: string, path: string): Kind | undefined {
  // The sandbox stands in for payment providers.
  if (path.startsWith(`${SANDBOX_MOUNT}/`)) return 'payments'
  if (!path.startsWith(`${API_MOUNT}/`)) return undefined
  const area = areaOf(path.slice(API_MOUNT.length))
  if (area === PAYMENTS) return 'payments'
  // Receipts and reports: set in a thread of their own, with a queue of its own.
  if (path.endsWith('.pdf')) return 'papers'
  if (area === ORDERS) return 'orders'
  if (isSent(method)) return LOGINS.includes(area) ? 'logins' : 'forms'
  return AT_WORK.includes(area) ? 'forms' : 'pages'
}
