import type { Api } from '../api.ts'
import type { ApiContext } from '../context.ts'
import type { SealedField } from '../encryption/sealing.ts'
import { defineInvitationMail } from './invitation-mail.ts'
import { deleteExpiredInvitations } from './invitations.ts'
import { registerStaffMemberRoutes } from './member-routes.ts'
import { registerStaffPasskeyRoutes } from './passkey-routes.ts'
import { registerStaffSessionRoutes } from './session-routes.ts'
import { deleteExpiredStaffChallenges } from './staff-passkeys.ts'
import { deleteExpiredStaffSessions } from './staff-sessions.ts'

/**
 * The sealed secrets of authenticator apps, for those who re-seal them: an invitation's secret becomes the
 * account's.
 */
const sealedStaffFields: readonly SealedField[] = [
  { purpose: 'secondFactor', table: 'staff_account', key: [['id', 'uuid']], column: 'sealed_secret' },
  {
    purpose: 'secondFactor',
    table: 'staff_invitation',
    key: [['id', 'uuid']],
    owner: 'staff_id',
    column: 'sealed_secret',
  },
]

/** Desk staff: sessions, invitations, roles and the audit. */
export function registerStaffRoutes(api: Api, context: ApiContext): void {
  registerStaffSessionRoutes(api, context)
  registerStaffPasskeyRoutes(api, context)
  registerStaffMemberRoutes(api, context)
  defineInvitationMail(context)
  context.sealing.contribute(...sealedStaffFields)
  context.jobs.schedule('sweep-staff', '27 * * * *', async () => {
    const now = context.now()
    await deleteExpiredStaffSessions(context.database.queries, now)
    await deleteExpiredInvitations(context.database.queries, now)
    await deleteExpiredStaffChallenges(context.database.queries, now)
  })
}
