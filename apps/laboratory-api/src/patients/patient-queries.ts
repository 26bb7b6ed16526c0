import type { Queries } from '@shop/database/open-database'
import { preparedOnce } from '@shop/database/prepared-once'
import { asc, eq, sql } from 'drizzle-orm'
import type { PersonalDataHolder } from '../accounts/personal-data.ts'
import { auditing, auditValues } from '../audit/audit.ts'
import { patients } from './tables.ts'

type PatientRow = typeof patients.$inferSelect

const listStatement = preparedOnce((queries) =>
  queries
    .with(auditing(queries, { actor: 'user', action: 'read', kind: 'patient' }))
    .select()
    .from(patients)
    .where(eq(patients.userId, sql.placeholder('userId')))
    .orderBy(asc(patients.createdAt), asc(patients.id))
    .prepare('list_patients'),
)

/**
 * The account's patients, oldest first, for the account itself; the same statement records the reading in the audit
 * log.
 */
export function listPatients(
  queries: Queries,
  reader: { userId: string; requestId: string },
): Promise<PatientRow[]> {
  return listStatement(queries).execute(auditValues(reader))
}

// The export is recorded as one reading of everything, so this list has no audit entry.
function exportPatients(queries: Queries, userId: string) {
  return queries.select().from(patients).where(eq(patients.userId, userId)).orderBy(asc(patients.createdAt))
}

/** Patients are deleted with the account; orders and results keep their own copies. */
export const patientPersonalData: PersonalDataHolder = { name: 'patients', export: exportPatients }
