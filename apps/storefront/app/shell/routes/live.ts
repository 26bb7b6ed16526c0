import { shopContext } from '../../platform/session/shop-context.server.ts'
import { openLiveStream } from '../live.server.ts'
import type { Route } from './+types/live'

export function loader({ context, request }: Route.LoaderArgs) {
  return openLiveStream(context.get(shopContext), request.signal)
}
