import { todayIn } from '@shop/domain/age'
import { data } from 'react-router'
import { deletePatient } from '../../features/patients/delete-patient.server.ts'
import { EditPatientPage } from '../../features/patients/edit-patient-page.tsx'
import { findPatient } from '../../features/patients/find-patient.server.ts'
import { pathAfterPatient } from '../../features/patients/return-path.server.ts'
import { savePatient } from '../../features/patients/save-patient.server.ts'
import { endSessionOn401, requireLogin } from '../../session.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/edit-patient'

export async function loader({ context, params: { patientId }, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  requireLogin(shop, request)
  const patient = await findPatient({ shop, patientId }).catch((error) =>
    endSessionOn401(shop, request, error),
  )
  return {
    patient,
    today: todayIn(shop.businessTimeZone, shop.now()),
    isDeleting: new URL(request.url).searchParams.get('modal') === 'delete',
  }
}

export async function action({ context, params: { patientId }, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  requireLogin(shop, request)
  const form = await request.formData()
  const intent = form.get('intent')
  if (intent === 'deletePatient') return deletePatient({ shop, request, patientId })
  if (intent !== 'savePatient') throw data(null, { status: 400 })
  return savePatient({ shop, request, form, patientId, returnPath: pathAfterPatient('editPatient', request) })
}

export default function EditPatient({ loaderData, actionData }: Route.ComponentProps) {
  return <EditPatientPage {...loaderData} failure={actionData} />
}
