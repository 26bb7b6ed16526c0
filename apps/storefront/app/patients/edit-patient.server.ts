import { redirect } from 'react-router'
import type { SentForm } from '../platform/forms/read-form.server.ts'
import { runForm } from '../platform/forms/run-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { actOf } from '../platform/pages/form-texts.ts'
import { readProblem } from '../platform/problems/read-problem.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { pathAfterPatient } from './load-patient-form.server.ts'
import { savePatient } from './save-patient.server.ts'

interface DeletePatient {
  shop: Shop
  patientId: string
}

/**
 * Deletes a patient, unless an open order still needs them. One who is gone already, deleted by the first of two clicks
 * or in another tab, is the result asked for.
 */
export async function deletePatient({ shop, patientId }: DeletePatient) {
  return runForm({ shop, intent: 'deletePatient', texts: {} }, async () => {
    await shop.api.deletePatient(patientId).catch((error: unknown) => {
      if (readProblem(error)?.code !== 'not_found') throw error
    })
    shop.memory.patientNames.delete(patientId)
    return redirect(`${pathOf('patientsList')}?notice=patientDeleted`)
  })
}

/** Runs what the form asks for. `url`: of the page, which has the path to return to. */
export function editPatient(
  shop: Shop,
  { patientId, url }: { patientId: string; url: URL },
  { intent, texts }: Pick<SentForm, 'intent' | 'texts'>,
) {
  const act = actOf({ savePatient, deletePatient }, intent)
  return act({ shop, texts, patientId, returnPath: pathAfterPatient('editPatient', url) })
}
