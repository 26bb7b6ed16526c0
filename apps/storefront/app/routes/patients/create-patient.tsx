import { todayIn } from '@shop/domain/age'
import { CreatePatientPage } from '../../features/patients/create-patient-page.tsx'
import { newPatient } from '../../features/patients/new-patient.server.ts'
import { pathAfterPatient } from '../../features/patients/return-path.server.ts'
import { savePatient } from '../../features/patients/save-patient.server.ts'
import { endSessionOn401, requireLogin } from '../../session.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/create-patient'

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  requireLogin(shop, request)
  const initial = await newPatient(shop).catch((error) => endSessionOn401(shop, request, error))
  return { initial, today: todayIn(shop.businessTimeZone, shop.now()) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  requireLogin(shop, request)
  const form = await request.formData()
  return savePatient({
    shop,
    request,
    form,
    patientId: null,
    returnPath: pathAfterPatient('createPatient', request),
  })
}

export default function CreatePatient({ loaderData, actionData }: Route.ComponentProps) {
  return <CreatePatientPage {...loaderData} failure={actionData} />
}
