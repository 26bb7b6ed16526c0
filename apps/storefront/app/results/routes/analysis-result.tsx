import { forViewer } from '../../platform/session/for-viewer.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { AnalysisResultPage } from '../analysis-result-page.tsx'
import { readAnalysisResult } from '../analysis-result-view.server.ts'
import type { Route } from './+types/analysis-result'

export function loader({ context, request, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return forViewer(shop, request, () => readAnalysisResult(shop, params))
}

export default function AnalysisResult({ loaderData }: Route.ComponentProps) {
  return <AnalysisResultPage view={loaderData} />
}
