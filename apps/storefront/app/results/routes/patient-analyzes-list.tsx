import { readForm } from '../../platform/forms/read-form.server.ts'
import { revalidateAfterRefusal } from '../../platform/forms/use-form-fields.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { changePatientAnalyzesList, loadPatientAnalyzesList } from '../patient-analyzes-list.server.ts'
import { PatientAnalyzesPage } from '../patient-analyzes-page.tsx'
import type { Route } from './+types/patient-analyzes-list'

export function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return loadPatientAnalyzesList(shop, params)
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return changePatientAnalyzesList(shop, params, await readForm(shop, request))
}

export const shouldRevalidate = revalidateAfterRefusal

export default function PatientAnalyzesList({ loaderData, actionData }: Route.ComponentProps) {
  return <PatientAnalyzesPage view={loaderData} failure={actionData} />
}
