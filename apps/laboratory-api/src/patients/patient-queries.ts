import type { WirePatient } from '@shop/contract/patients'
import type { Queries } from '@shop/database/open-database'
import { asc, eq } from 'drizzle-orm'
import type { auditing } from '../audit/audit.ts'
import { patients } from './tables.ts'

export type PatientRow = typeof patients.$inferSelect

export function toWirePatient({ id, firstName, lastName, gender, dateOfBirth }: PatientRow): WirePatient {
  return { id, personalDetails: { firstName, lastName, gender, dateOfBirth } }
}

/** The account's patients, in the order they were made; `audited` is written by the same statement. */
export function listPatients(
  queries: Queries,
  userId: string,
  audited: ReturnType<typeof auditing>,
): Promise<PatientRow[]> {
  return queries
    .with(audited)
    .select()
    .from(patients)
    .where(eq(patients.userId, userId))
    .orderBy(asc(patients.createdAt), asc(patients.id))
}
