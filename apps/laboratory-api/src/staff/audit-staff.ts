import type { Queries } from '@shop/database/open-database'
import { type AuditEntry, audit } from '../audit/audit.ts'

/** Who acts, in which request. */
export interface StaffActor {
  staffId: string
  requestId: string
}

type Touched = Pick<AuditEntry, 'action' | 'kind' | 'id'>

/** Writes what somebody at the desk read or changed. */
export function auditStaff(
  queries: Queries,
  { staffId, requestId }: StaffActor,
  ...touched: Touched[]
): Promise<void> {
  return audit(
    queries,
    ...touched.map((entry) => ({ ...entry, requestId, userId: null, actor: 'staff' as const, staffId })),
  )
}
