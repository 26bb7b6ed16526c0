import { PatientAnalyzesPage } from '../../features/results/patient-analyzes-page.tsx'
import { readPatientAnalyzes } from '../../features/results/patient-analyzes-view.server.ts'
import { forViewer } from '../../for-viewer.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/patient-analyzes-list'

export function loader({ context, request, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return forViewer(shop, request, () => readPatientAnalyzes(shop, params))
}

export default function PatientAnalyzesList({ loaderData }: Route.ComponentProps) {
  return <PatientAnalyzesPage view={loaderData} />
}
