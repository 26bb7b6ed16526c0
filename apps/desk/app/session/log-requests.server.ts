import { noteAnswered } from '@shop/server/request-answered'
import { timeAnswer } from '@shop/storefront/pages/time-answer.server.ts'
import type { MiddlewareFunction } from 'react-router'
import { deskContext } from './desk-context.server.ts'

/**
 * Logs the route's pattern and names the span by it, since a path carries ids. The router answers before its
 * middleware only if it does not know the method, or if the browser has already gone. Metrics count none of the
 * desk's requests.
 */
export const logRequests: MiddlewareFunction<Response> = ({ request, pattern, context }, next) => {
  const { method } = request
  const { logger } = context.get(deskContext)
  return timeAnswer(next, (status, ms) =>
    noteAnswered(logger, { program: 'desk', method, route: pattern, status, ms }),
  )
}
