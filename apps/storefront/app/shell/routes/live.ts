import { callMiddleware } from '../../platform/middleware/call-middleware.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { openLiveStream } from '../live.server.ts'
import type { Route } from './+types/live'

export const middleware = callMiddleware

export function loader({ context, request }: Route.LoaderArgs) {
  return openLiveStream(context.get(shopContext), request.signal)
}
