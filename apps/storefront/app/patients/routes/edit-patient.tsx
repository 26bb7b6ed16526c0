import { data } from 'react-router'
import { forViewer } from '../../platform/session/for-viewer.server.ts'
import { forViewerWithForm } from '../../platform/session/for-viewer-with-form.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { deletePatient } from '../delete-patient.server.ts'
import { EditPatientPage } from '../edit-patient-page.tsx'
import { findPatient } from '../find-patient.server.ts'
import { readPatientForm } from '../read-patient-form.server.ts'
import { pathAfterPatient } from '../return-path.server.ts'
import { savePatient } from '../save-patient.server.ts'
import type { Route } from './+types/edit-patient'

export async function loader({ context, params: { patientId }, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return forViewer(shop, request, async () => ({
    patient: await findPatient({ shop, patientId }),
    form: await readPatientForm(shop, request),
    isDeleting: new URL(request.url).searchParams.get('modal') === 'delete',
  }))
}

export async function action({ context, params: { patientId }, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await request.formData()
  const intent = form.get('intent')
  if (intent === 'deletePatient') return forViewer(shop, request, () => deletePatient({ shop, patientId }))
  if (intent !== 'savePatient') throw data(null, { status: 400 })
  const returnPath = pathAfterPatient('editPatient', request)
  const work = () => savePatient({ shop, form, patientId, returnPath })
  return forViewerWithForm({ shop, request, form, work })
}

export default function EditPatient({ loaderData, actionData }: Route.ComponentProps) {
  return <EditPatientPage {...loaderData} failure={actionData} />
}
