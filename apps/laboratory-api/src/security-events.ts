import { Problem } from '@shop/contract/problem'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { findOwnerOfPasskey } from './accounts/second-factor/passkeys.ts'
import { findUsersByAddress } from './accounts/user-queries.ts'
import type { ApiEnv } from './api.ts'
import type { ApiContext } from './context.ts'
import { securityEventsCounted } from './metrics.ts'
import { findStaffId } from './staff/log-in-staff.ts'

/** The event of each operation that proves who someone is or lets others see data. */
export const SECURITY_EVENTS: Readonly<Record<string, string>> = {
  register: 'registration',
  login: 'login',
  finishLogin: 'loginSecondStep',
  loginWithPasskey: 'passkeyLogin',
  addPasskey: 'passkeyAdded',
  renamePasskey: 'passkeyRenamed',
  removePasskey: 'passkeyRemoved',
  logout: 'logout',
  revokeSession: 'sessionEnd',
  revokeOtherSessions: 'sessionEnd',
  endSessionsByOrder: 'sessionEnd',
  endSessionsByMessage: 'sessionEnd',
  changePassword: 'passwordChange',
  requestPasswordReset: 'passwordResetRequest',
  resetPassword: 'passwordReset',
  editUser: 'accountChange',
  sendActivationEmail: 'confirmationMail',
  activate: 'addressConfirmation',
  acceptDocuments: 'consent',
  exportAccount: 'export',
  eraseAccount: 'erasure',
  createShare: 'shareCreation',
  revokeShare: 'shareEnd',
  openShare: 'shareOpening',
  healthLinkManifest: 'shareOpening',
  healthLinkFile: 'shareReading',
  sharedReport: 'shareReading',
  verifyReport: 'paperCheck',
  endPaperCodes: 'paperEnd',
  addStaffPasskey: 'staffPasskeyAdded',
  removeStaffPasskey: 'staffPasskeyRemoved',
  staffLogin: 'staffLogin',
  staffLogout: 'staffLogout',
  openInvitation: 'staffInvitationOpening',
  acceptInvitation: 'staffInvitationAcceptance',
  inviteStaff: 'staffInvitation',
  inviteStaffAgain: 'staffInvitation',
  changeStaffRoles: 'staffRoles',
  endStaff: 'staffEnd',
  endLaboratoryClient: 'clientEnd',
  endClientKey: 'clientKeyEnd',
  searchAudit: 'auditSearch',
}

/**
 * Statuses that refuse a caller, or a request that none of our forms sends, whatever the operation. A
 * stranger who asks for another's object gets 404.
 */
const REFUSALS = new Set([400, 401, 403, 404, 413, 415, 422, 429])

/** Operations with these tags change who has access, so they are events even without an entry above. */
const DESK_TAGS = ['Desk: sessions', 'Desk: staff']
const ACCOUNT_TAGS = ['Sessions', 'Users', 'Passwords', 'Second factor', ...DESK_TAGS]

/** A browser calls these before any attempt is made. */
const NO_EVENTS = ['challengePasskey', 'challengeStaffPasskey']

function eventOfOperation({ id, method, tags }: NonNullable<ApiEnv['Variables']['operation']>) {
  if (NO_EVENTS.includes(id)) return
  const isChange = method !== 'get' && tags.some((tag) => ACCOUNT_TAGS.includes(tag))
  return SECURITY_EVENTS[id] ?? (isChange ? id : undefined)
}

function eventOf(c: Context<ApiEnv>): string | undefined {
  const operation = c.get('operation')
  const known = operation && eventOfOperation(operation)
  if (known) return known
  if (c.req.path.includes('/oauth/')) return 'clientLogin'
  if (c.get('clientId')) return 'laboratoryAccess'
  // Guests call unknown addresses all day.
  const isRefusal =
    REFUSALS.has(c.res.status) &&
    (c.res.status !== 404 || c.get('viewer') !== null || Boolean(c.get('staff')))
  return isRefusal ? 'refusedRequest' : undefined
}

/**
 * Writes security events to a separate log (`log: 'security'`): the event, its outcome, the account or
 * laboratory's client, and the address. Only ids and network addresses: no name, no e-mail address, nothing
 * from the request.
 */
export function securityEvents({ database, logger }: Pick<ApiContext, 'database' | 'logger'>) {
  const log = logger.child({ log: 'security' })

  /** The address typed by a caller who is not logged in. */
  async function addressTyped(c: Context<ApiEnv>): Promise<string | null> {
    const body: unknown = await c.req.json().catch(() => null)
    const { username, email } = (body ?? {}) as { username?: unknown; email?: unknown }
    const address = username ?? email
    return typeof address === 'string' && !address.includes('\0') ? address.trim().toLowerCase() : null
  }

  /** The account of the passkey that a browser used. */
  async function ownerOfPasskeyShown(c: Context<ApiEnv>): Promise<string | null> {
    const body: unknown = await c.req.json().catch(() => null)
    const { response } = (body ?? {}) as { response?: { id?: unknown } }
    const id = response?.id
    if (typeof id !== 'string' || id.includes('\0')) return null
    return findOwnerOfPasskey(database.queries, id).catch(() => null)
  }

  /** The account that a caller who is not logged in meant. */
  async function meant(c: Context<ApiEnv>): Promise<{ account?: string | null; staff?: string | null }> {
    const operation = c.get('operation')
    if (!operation || !eventOfOperation(operation)) return {}
    const isDesk = operation.tags.some((tag) => DESK_TAGS.includes(tag))
    if (isDesk && operation.id !== 'staffLogin') return {}
    if (operation.id === 'loginWithPasskey') return { account: await ownerOfPasskeyShown(c) }
    const address = await addressTyped(c)
    if (address === null) return {}
    if (isDesk) return { staff: await findStaffId(database.queries, address).catch(() => null) }
    const users = await findUsersByAddress(database.queries, address).catch(() => [])
    return { account: users[0]?.id ?? null }
  }

  return createMiddleware<ApiEnv>(async (c, next) => {
    await next()
    const event = eventOf(c)
    if (!event) return
    const { status } = c.res
    const viewer = c.get('viewer')
    const staff = c.get('staff')
    const who = viewer || staff ? {} : await meant(c)
    const outcome = c.error instanceof Problem ? c.error.code : status < 400 ? 'done' : 'refused'
    securityEventsCounted.inc({ event, outcome })
    log.info(
      {
        event,
        outcome,
        status,
        route: c.req.routePath,
        account: viewer?.userId ?? who.account ?? null,
        client: c.get('clientId') ?? null,
        staff: staff?.staffId ?? who.staff ?? null,
        address: c.get('clientAddress'),
        requestId: c.get('requestId'),
      },
      'security',
    )
  })
}
