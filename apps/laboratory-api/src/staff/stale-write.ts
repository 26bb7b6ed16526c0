import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { and, desc, eq, inArray, ne, or } from 'drizzle-orm'
import type { AuditEntry } from '../audit/audit.ts'
import { auditEntries } from '../audit/tables.ts'
import type { StaffActor } from './audit-staff.ts'
import { staffAccounts } from './tables.ts'

/** The earlier change, shown to the person whose change came too late and who must look again. */
export interface Changed {
  /** A member of staff; null: the patient, or a system. */
  by: string | null
  byPatient?: boolean
  change: string
  at: Date
}

/** The refusal of a change that came too late. */
export function staleWriteOf(changed: Changed | undefined, version?: number): Problem {
  return new Problem('stale_write', {
    extension: {
      ...(version === undefined ? {} : { version }),
      ...(changed ? { changed: { ...changed, at: changed.at.toISOString() } } : {}),
    },
  })
}

interface TooLate {
  /** The person whose change comes too late: entries of this request do not count. */
  actor: StaffActor
  kinds: readonly AuditEntry['kind'][]
  /** The object; without it, any object of the kinds. */
  id?: string
  version: number
}

/** As `staleWriteOf`, for changes whose author only the audit knows. */
export async function staleWrite(queries: Queries, { actor, kinds, id, version }: TooLate): Promise<Problem> {
  const [last] = await queries
    .select({
      by: staffAccounts.name,
      actor: auditEntries.actor,
      change: auditEntries.kind,
      at: auditEntries.at,
    })
    .from(auditEntries)
    .leftJoin(staffAccounts, eq(staffAccounts.id, auditEntries.staffId))
    .where(
      and(
        inArray(auditEntries.kind, [...kinds]),
        id === undefined ? undefined : eq(auditEntries.objectId, id),
        ne(auditEntries.action, 'read'),
        // An uploaded draft does not change anything yet.
        or(ne(auditEntries.kind, 'catalogue'), ne(auditEntries.action, 'create')),
        ne(auditEntries.requestId, actor.requestId),
      ),
    )
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(1)
  if (!last) return staleWriteOf(undefined, version)
  const { actor: who, ...changed } = last
  return staleWriteOf({ ...changed, byPatient: who === 'user' }, version)
}
