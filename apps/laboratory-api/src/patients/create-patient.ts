import { randomUUIDv7 } from 'node:crypto'
import { type Person, personPath, personToWire } from '@shop/contract/patient-codec'
import type { WirePatient } from '@shop/contract/patients'
import { Problem } from '@shop/contract/problem'
import { and, eq } from 'drizzle-orm'
import { assertBorn } from '../accounts/birth-date.ts'
import { lockUsableAccount } from '../accounts/processing-limits.ts'
import type { Viewer } from '../api.ts'
import { audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { QUOTAS } from '../limits.ts'
import { patients } from './tables.ts'

interface CreatePatient {
  viewer: Viewer
  person: Person
  requestId: string
}

/**
 * Adds a person to the account, unless it already has an identical one: then this was asked before, and its answer
 * was lost, or it is asked twice at once.
 * @throws Problem `too_many_patients`, `processing_restricted`
 */
export async function createPatient(
  context: ApiContext,
  { viewer, person, requestId }: CreatePatient,
): Promise<WirePatient> {
  const { userId } = viewer
  assertBorn(context, personPath('dateOfBirth'), person.dateOfBirth)
  const now = context.now()
  return context.database.transaction(async (queries) => {
    await lockUsableAccount(queries, viewer)
    const [known] = await queries
      .select()
      .from(patients)
      .where(
        and(
          eq(patients.userId, userId),
          eq(patients.firstName, person.firstName),
          eq(patients.lastName, person.lastName),
          eq(patients.gender, person.gender),
          eq(patients.dateOfBirth, person.dateOfBirth),
        ),
      )
    if (known) return personToWire(known)
    if ((await queries.$count(patients, eq(patients.userId, userId))) >= QUOTAS.patients) {
      throw new Problem('too_many_patients')
    }
    const [patient] = await queries
      .insert(patients)
      .values({
        ...person,
        id: randomUUIDv7(),
        userId,
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
    return personToWire(patient!)
  })
}
