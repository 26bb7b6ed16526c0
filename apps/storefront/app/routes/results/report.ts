import { passReportOn } from '../../features/results/pass-report-on.server.ts'
import { forViewer } from '../../for-viewer.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/report'

export function loader({ context, request, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return forViewer(shop, request, () => passReportOn(shop, params))
}
