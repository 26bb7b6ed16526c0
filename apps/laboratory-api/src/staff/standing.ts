import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { coversScope, type LaboratoryScope, type StaffPermission, scopeOf } from '@shop/domain/staff'
import { and, eq, isNull } from 'drizzle-orm'
import { staffAccounts, staffGrants, staffSessions } from './tables.ts'

/** The session and permission with which a desk call began. */
export interface Standing {
  sessionId: string
  /**
   * The permission of the call, with the laboratories where it applied; null: any member of staff may make
   * the call.
   */
  permission: StaffPermission | null
  scope: LaboratoryScope
}

/**
 * Checks session and role again in the transaction of a change. Removing one of them requires a lock on the
 * account and therefore waits. A role with fewer laboratories than before is refused as well; a retry uses
 * the new scope.
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
  // A separate statement, so that it sees changes committed while the lock was awaited.
  const grants = await queries.select().from(staffGrants).where(eq(staffGrants.staffId, staffId))
  if (!coversScope(scopeOf(grants, permission), scope)) throw new Problem('forbidden')
}
