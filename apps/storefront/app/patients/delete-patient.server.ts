import { redirect } from 'react-router'
import { attempt } from '../platform/forms/attempt.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'

interface DeletePatient {
  shop: Shop
  patientId: string
}

/** Deletes a patient, unless an order that is under way still needs them. */
export async function deletePatient({ shop, patientId }: DeletePatient) {
  return attempt({ shop, intent: 'deletePatient', texts: {} }, async () => {
    await shop.api.deletePatient(patientId)
    return redirect(`${pathOf('patientsList')}?notice=patientDeleted`)
  })
}
