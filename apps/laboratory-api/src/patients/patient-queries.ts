import type { WirePatient } from '@shop/contract/patients'
import type { Queries } from '@shop/database/open-database'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { patients } from './tables.ts'

export type PatientRow = typeof patients.$inferSelect

export function toWirePatient({ id, firstName, lastName, gender, dateOfBirth }: PatientRow): WirePatient {
  return { id, personalDetails: { firstName, lastName, gender, dateOfBirth } }
}

/** The account's patients, in the order they were made. */
export function listPatients(queries: Queries, userId: string): Promise<PatientRow[]> {
  return queries
    .select()
    .from(patients)
    .where(eq(patients.userId, userId))
    .orderBy(asc(patients.createdAt), asc(patients.id))
}

/**
 * Those of the ids that are the account's, held until the transaction ends, so that none is deleted while an order
 * is made for it. A stranger's id is simply missing.
 */
export function holdPatients(
  queries: Queries,
  userId: string,
  ids: readonly string[],
): Promise<PatientRow[]> {
  return queries
    .select()
    .from(patients)
    .where(and(eq(patients.userId, userId), inArray(patients.id, [...ids])))
    .orderBy(asc(patients.id))
    .for('share')
}
