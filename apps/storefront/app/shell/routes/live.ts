import { answerProblems } from '../../platform/middleware/answer-failures.server.ts'
import { loggedInCallsOnly } from '../../platform/middleware/logged-in-only.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { openLiveStream } from '../live.server.ts'
import type { Route } from './+types/live'

export const middleware: Route.MiddlewareFunction[] = [answerProblems, loggedInCallsOnly]

export function loader({ context, request }: Route.LoaderArgs) {
  return openLiveStream(context.get(shopContext), request.signal)
}
