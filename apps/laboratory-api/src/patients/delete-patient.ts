import { Problem } from '@shop/contract/problem'
import { and, eq } from 'drizzle-orm'
import type { Viewer } from '../api.ts'
import { audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { patients } from './tables.ts'

interface DeletePatient {
  viewer: Viewer
  id: string
  requestId: string
}

/** Removes a patient from the account. @throws Problem `not_found`, `patient_in_open_order` */
export async function deletePatient(
  { database, hasOpenOrder }: ApiContext,
  { viewer: { userId }, id, requestId }: DeletePatient,
): Promise<void> {
  await database.transaction(async (queries) => {
    // The deleted row is locked; an order in the making holds it until it stands, and is then seen here.
    const [patient] = await queries
      .delete(patients)
      .where(and(eq(patients.id, id), eq(patients.userId, userId)))
      .returning({ id: patients.id })
    if (!patient) throw new Problem('not_found')
    if (await hasOpenOrder(queries, id)) throw new Problem('patient_in_open_order')
    await audit(queries, { requestId, userId, actor: 'user', action: 'delete', kind: 'patient', id })
  })
}
