import { randomUUIDv7 } from 'node:crypto'
import type { PatientPayload, WirePatient } from '@shop/contract/patients'
import { Problem } from '@shop/contract/problem'
import { eq } from 'drizzle-orm'
import { assertBorn } from '../accounts/birth-date.ts'
import { lockUsableAccount } from '../accounts/processing-limits.ts'
import type { Viewer } from '../api.ts'
import { audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { QUOTAS } from '../limits.ts'
import { toWirePatient } from './patient-queries.ts'
import { patients } from './tables.ts'

interface CreatePatient {
  viewer: Viewer
  payload: PatientPayload
  requestId: string
}

/**
 * Adds a person to the account. Address, e-mail and phone of the payload belong to the order and are not kept
 * here.
 * @throws Problem `too_many_patients`, `processing_restricted`
 */
export async function createPatient(
  context: ApiContext,
  { viewer, payload, requestId }: CreatePatient,
): Promise<WirePatient> {
  const { userId } = viewer
  const { firstName, lastName, gender, dateOfBirth } = payload.personalDetails
  assertBorn(context, 'personalDetails.dateOfBirth', dateOfBirth)
  const now = context.now()
  return context.database.transaction(async (queries) => {
    await lockUsableAccount(queries, viewer)
    if ((await queries.$count(patients, eq(patients.userId, userId))) >= QUOTAS.patients) {
      throw new Problem('too_many_patients')
    }
    const [patient] = await queries
      .insert(patients)
      .values({
        id: randomUUIDv7(),
        userId,
        firstName,
        lastName,
        gender,
        dateOfBirth,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    await audit(queries, {
      requestId,
      userId,
      actor: 'user',
      action: 'create',
      kind: 'patient',
      id: patient!.id,
    })
    return toWirePatient(patient!)
  })
}
