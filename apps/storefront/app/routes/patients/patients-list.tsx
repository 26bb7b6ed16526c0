import { listPatients } from '../../features/patients/list-patients.server.ts'
import { PatientsPage } from '../../features/patients/patients-page.tsx'
import { endSessionOn401, requireLogin } from '../../session.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/patients-list'

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  requireLogin(shop, request)
  const patients = await listPatients(shop).catch((error) => endSessionOn401(shop, request, error))
  return { patients, isDeleted: new URL(request.url).searchParams.get('notice') === 'patientDeleted' }
}

export default function PatientsList({ loaderData }: Route.ComponentProps) {
  return <PatientsPage {...loaderData} />
}
