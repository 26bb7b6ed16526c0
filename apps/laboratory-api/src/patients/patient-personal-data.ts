import type { Queries } from '@shop/database/open-database'
import { asc, eq } from 'drizzle-orm'
import type { PersonalDataHolder } from '../accounts/personal-data.ts'
import { patients } from './tables.ts'

// The export is written down as one reading of everything, so this list is not audited by itself.
function exportPatients(queries: Queries, userId: string) {
  return queries.select().from(patients).where(eq(patients.userId, userId)).orderBy(asc(patients.createdAt))
}

/** Patients go with the account; orders and results keep a copy of their own. */
export const patientPersonalData: PersonalDataHolder = { name: 'patients', export: exportPatients }
