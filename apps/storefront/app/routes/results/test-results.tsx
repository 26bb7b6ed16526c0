import { TestResultsPage } from '../../features/results/test-results-page.tsx'
import { readTestResults } from '../../features/results/test-results-view.server.ts'
import { forViewer } from '../../for-viewer.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/test-results'

export function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const query = new URL(request.url).searchParams
  return forViewer(shop, request, () => readTestResults(shop, query))
}

export default function TestResults({ loaderData }: Route.ComponentProps) {
  return <TestResultsPage view={loaderData} />
}
