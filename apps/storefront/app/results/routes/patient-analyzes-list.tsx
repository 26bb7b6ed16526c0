import { shopContext } from '../../platform/session/shop-context.server.ts'
import { loadPatientAnalyzes } from '../load-patient-analyzes.server.ts'
import { PatientAnalyzesPage } from '../patient-analyzes-page.tsx'
import type { Route } from './+types/patient-analyzes-list'

export function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return loadPatientAnalyzes(shop, params)
}

export default function PatientAnalyzesList({ loaderData }: Route.ComponentProps) {
  return <PatientAnalyzesPage view={loaderData} />
}
