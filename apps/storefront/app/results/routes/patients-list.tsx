import { forViewer } from '../../platform/session/for-viewer.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { ResultPatientsPage } from '../result-patients-page.tsx'
import { readResultPatients } from '../result-patients-view.server.ts'
import type { Route } from './+types/patients-list'

export function loader({ context, request, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return forViewer(shop, request, () => readResultPatients(shop, params.testResultId))
}

export default function PatientsList({ loaderData }: Route.ComponentProps) {
  return <ResultPatientsPage view={loaderData} />
}
