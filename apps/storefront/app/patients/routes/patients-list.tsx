import { forViewer } from '../../platform/session/for-viewer.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { listPatients } from '../list-patients.server.ts'
import { PatientsPage } from '../patients-page.tsx'
import type { Route } from './+types/patients-list'

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const patients = await forViewer(shop, request, () => listPatients(shop))
  return { patients, isDeleted: new URL(request.url).searchParams.get('notice') === 'patientDeleted' }
}

export default function PatientsList({ loaderData }: Route.ComponentProps) {
  return <PatientsPage {...loaderData} />
}
