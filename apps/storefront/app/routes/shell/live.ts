import { openLiveStream } from '../../features/shell/live.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/live'

export function loader({ context, request }: Route.LoaderArgs) {
  return openLiveStream(context.get(shopContext), request.signal)
}
