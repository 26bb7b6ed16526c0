import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type ApiEnv, laboratoriesOf, requireStaff } from '../api.ts'
import type { ApiContext } from '../context.ts'
import type { StaffActor } from './audit-staff.ts'
import { findStaffSession } from './staff-sessions.ts'

/** Sets the member of staff from the bearer token; a patient's token counts as none. */
export function authenticateStaff({
  database,
  now,
  settings,
}: Pick<ApiContext, 'database' | 'now' | 'settings'>) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    c.set('staff', await findStaffSession(database.queries, c.req.header('Authorization'), now(), settings))
    await next()
  })
}

/** The member of staff who acts, as the audit records it. */
export function actorOf(c: Context<ApiEnv>): StaffActor {
  const { staffId, sessionId } = requireStaff(c)
  const standing = { sessionId, permission: c.get('staffPermission') ?? null, scope: laboratoriesOf(c) }
  return { staffId, requestId: c.get('requestId'), standing }
}
