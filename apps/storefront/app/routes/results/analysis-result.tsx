import { AnalysisResultPage } from '../../features/results/analysis-result-page.tsx'
import { readAnalysisResult } from '../../features/results/analysis-result-view.server.ts'
import { forViewer } from '../../for-viewer.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/analysis-result'

export function loader({ context, request, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return forViewer(shop, request, () => readAnalysisResult(shop, params))
}

export default function AnalysisResult({ loaderData }: Route.ComponentProps) {
  return <AnalysisResultPage view={loaderData} />
}
