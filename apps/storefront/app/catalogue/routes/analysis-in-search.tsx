import { shopContext } from '../../platform/session/shop-context.server.ts'
import { AnalysisPage } from '../analysis-page.tsx'
import { loadAnalysis } from '../load-analysis.server.ts'
import type { Route } from './+types/analysis-in-search'

export function loader({ context, params, request }: Route.LoaderArgs) {
  const ranges = new URL(request.url).searchParams.get('ranges')
  return loadAnalysis({ shop: context.get(shopContext), analysisId: params.analysisId, ranges })
}

export default function AnalysisInSearch({ loaderData }: Route.ComponentProps) {
  return <AnalysisPage {...loaderData} />
}
