import { redirect } from 'react-router'
import { refuse, refuseProblem, viewerFormProblem } from '../platform/forms/form-failure.server.ts'
import type { FormMessage } from '../platform/forms/form-failure.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'

const intent = 'deletePatient'
const title = { key: 'messages:errorOccurred' } as const

interface DeletePatient {
  shop: Shop
  patientId: string
}

/** Deletes a patient, unless an order that is under way still needs them. */
export async function deletePatient({ shop, patientId }: DeletePatient) {
  try {
    await shop.api.deletePatient(patientId)
  } catch (error) {
    const problem = viewerFormProblem(shop, error, {})
    if (problem.status === 404) throw new Response(null, { status: 404 })
    if (problem.code === 'patient_in_open_order') {
      const reasons: FormMessage[] = [{ key: 'patients.inOpenOrder' }]
      return refuse({ intent, texts: {}, title: { key: 'patients.notDeleted' }, reasons, status: 409 })
    }
    return refuseProblem({ intent, texts: {}, title }, problem)
  }
  return redirect(`${pathOf('patientsList')}?notice=patientDeleted`)
}
