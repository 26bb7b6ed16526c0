import { forViewer } from '../../platform/session/for-viewer.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { TestResultsPage } from '../test-results-page.tsx'
import { readTestResults } from '../test-results-view.server.ts'
import type { Route } from './+types/test-results'

export function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const query = new URL(request.url).searchParams
  return forViewer(shop, request, () => readTestResults(shop, query))
}

export default function TestResults({ loaderData }: Route.ComponentProps) {
  return <TestResultsPage view={loaderData} />
}
