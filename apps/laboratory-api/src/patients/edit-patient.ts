import { type Person, personPath, personToWire } from '@shop/contract/patient-codec'
import type { WirePatient } from '@shop/contract/patients'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { and, eq } from 'drizzle-orm'
import { assertBorn } from '../accounts/birth-date.ts'
import { holdOwnAccount } from '../accounts/lock-account.ts'
import type { Viewer } from '../api.ts'
import { type AuditActor, audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { patients } from './tables.ts'

interface EditPatient {
  viewer: Viewer
  id: string
  person: Person
  requestId: string
}

/**
 * Changes a patient of the account; orders made before keep the data they were made with.
 * @throws Problem `not_found`
 */
export async function editPatient(
  context: ApiContext,
  { viewer, id, person, requestId }: EditPatient,
): Promise<WirePatient> {
  const { userId } = viewer
  return context.database.transaction(async (queries) => {
    await holdOwnAccount(queries, viewer)
    return writePatient(context, queries, { userId, id, person, by: { requestId, userId, actor: 'user' } })
  })
}

/** As `editPatient`, inside a transaction, for any actor. @throws Problem `not_found`, `invalid_fields` */
export async function writePatient(
  context: ApiContext,
  queries: Queries,
  { userId, id, person, by }: { userId: string; id: string; person: Person; by: AuditActor },
): Promise<WirePatient> {
  assertBorn(context, personPath('dateOfBirth'), person.dateOfBirth)
  const [patient] = await queries
    .update(patients)
    .set({ ...person, updatedAt: context.now() })
    .where(and(eq(patients.id, id), eq(patients.userId, userId)))
    .returning()
  if (!patient) throw new Problem('not_found')
  await audit(queries, { ...by, action: 'update', kind: 'patient', id })
  return personToWire(patient)
}
