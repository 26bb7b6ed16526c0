import { requestAnswered } from '@shop/server/request-answered'
import type { MiddlewareFunction } from 'react-router'
import { timeAnswer } from '../pages/time-answer.server.ts'
import { shopContext } from '../session/shop-context.server.ts'

/** Logs the route's pattern, since a path may carry ids and a query a search term. */
export const logRequests: MiddlewareFunction<Response> = ({ request, pattern, context }, next) => {
  const { method } = request
  const { logger } = context.get(shopContext)
  return timeAnswer(next, (status, ms) =>
    requestAnswered(logger, { program: 'storefront', method, route: pattern, status, ms }),
  )
}
