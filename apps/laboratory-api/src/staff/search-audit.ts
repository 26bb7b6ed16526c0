import type { AuditLine } from '@shop/contract/staff'
import { and, desc, eq } from 'drizzle-orm'
import { auditEntries } from '../audit/tables.ts'
import type { ApiContext } from '../context.ts'
import { auditStaff, type StaffActor } from './audit-staff.ts'
import { staffAccounts } from './tables.ts'

const SHOWN = 200

/** The newest lines of the audit that fit. Looking there is a look as well. */
export async function searchAudit(
  { database: { queries } }: ApiContext,
  actor: StaffActor,
  { staffId, objectId }: { staffId?: string | undefined; objectId?: string | undefined },
): Promise<AuditLine[]> {
  await auditStaff(queries, actor, { action: 'read', kind: 'audit', id: objectId ?? staffId ?? null })
  const { id, at, requestId, clientId, actor: by, action, kind, objectId: touched } = auditEntries
  const rows = await queries
    .select({
      at,
      actor: by,
      staffName: staffAccounts.name,
      clientId,
      action,
      kind,
      objectId: touched,
      requestId,
    })
    .from(auditEntries)
    .leftJoin(staffAccounts, eq(staffAccounts.id, auditEntries.staffId))
    .where(
      and(
        staffId ? eq(auditEntries.staffId, staffId) : undefined,
        objectId ? eq(auditEntries.objectId, objectId) : undefined,
      ),
    )
    // Ids are of the time they were made.
    .orderBy(desc(id))
    .limit(SHOWN)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
