import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { coversScope, type LaboratoryScope, type StaffPermission, scopeOf } from '@shop/domain/staff'
import { and, eq, isNull } from 'drizzle-orm'
import { staffAccounts, staffGrants, staffSessions } from './tables.ts'

/** By what somebody of the desk was let in as their call began. */
export interface Standing {
  sessionId: string
  /** The one that the call names, and where it counted; null: anybody of the desk may. */
  permission: StaffPermission | null
  scope: LaboratoryScope
}

/**
 * Asks again, in the transaction of what somebody changes: a session or a role that ended since is worth nothing, and whoever
 * takes one away holds the account and waits. A role at fewer laboratories refuses as well: which of them is meant, the next
 * try knows.
 * @throws Problem `unauthorized`, `forbidden`
 */
export async function assertStanding(
  queries: Queries,
  { staffId, standing }: { staffId: string; standing: Standing | null },
): Promise<void> {
  if (!standing) return
  const [held] = await queries
    .select({ id: staffAccounts.id })
    .from(staffAccounts)
    .innerJoin(staffSessions, eq(staffSessions.staffId, staffAccounts.id))
    .where(
      and(
        eq(staffAccounts.id, staffId),
        isNull(staffAccounts.endedAt),
        eq(staffSessions.id, standing.sessionId),
      ),
    )
    .for('key share')
  if (!held) throw new Problem('unauthorized')
  const { permission, scope } = standing
  if (permission === null) return
  // A statement of its own, which sees what was written while it waited.
  const grants = await queries.select().from(staffGrants).where(eq(staffGrants.staffId, staffId))
  if (!coversScope(scopeOf(grants, permission), scope)) throw new Problem('forbidden')
}
