import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { and, eq } from 'drizzle-orm'
import { holdOwnAccount } from '../accounts/lock-account.ts'
import type { Viewer } from '../api.ts'
import { type AuditActor, audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { patients } from './tables.ts'

interface DeletePatient {
  viewer: Viewer
  id: string
  requestId: string
}

/** Removes a patient from the account. @throws Problem `not_found`, `patient_in_open_order` */
export async function deletePatient(
  context: ApiContext,
  { viewer, id, requestId }: DeletePatient,
): Promise<void> {
  const { userId } = viewer
  await context.database.transaction(async (queries) => {
    await holdOwnAccount(queries, viewer)
    await deletePatientOfAccount(context, queries, { userId, id, by: { requestId, userId, actor: 'user' } })
  })
}

/** As `deletePatient`, inside a transaction, for any actor. @throws Problem `not_found`, `patient_in_open_order` */
export async function deletePatientOfAccount(
  { hasOpenOrder }: Pick<ApiContext, 'hasOpenOrder'>,
  queries: Queries,
  { userId, id, by }: { userId: string; id: string; by: AuditActor },
): Promise<void> {
  // The deletion locks the row; an order being made holds that lock until it is stored, and is then seen here.
  const [patient] = await queries
    .delete(patients)
    .where(and(eq(patients.id, id), eq(patients.userId, userId)))
    .returning({ id: patients.id })
  if (!patient) throw new Problem('not_found')
  if (await hasOpenOrder(queries, { userId, patientId: id })) throw new Problem('patient_in_open_order')
  await audit(queries, { ...by, action: 'delete', kind: 'patient', id })
}
