import { requestAnswered } from '@shop/server/request-answered'
import type { MiddlewareFunction } from 'react-router'
import { shopContext } from '../session/shop-context.server.ts'

/** Logs the route's pattern, since a path may carry ids and a query a search term. */
export const logRequests: MiddlewareFunction<Response> = async ({ request, pattern, context }, next) => {
  const started = performance.now()
  const response = await next()
  const ms = performance.now() - started
  const { status } = response
  const { method } = request
  const { logger } = context.get(shopContext)
  requestAnswered(logger, { program: 'storefront', method, route: pattern, status, ms })
  return response
}
