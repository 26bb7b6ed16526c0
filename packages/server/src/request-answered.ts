import type { Logger } from 'pino'
import { type AnsweredRequest, countRequest } from './metrics.ts'
import { nameRequest } from './tracing.ts'

/**
 * The end of a request, for log, metrics and trace alike: method, route's pattern, status and time; never a
 * path, a query or a body.
 */
export function requestAnswered(logger: Logger, request: AnsweredRequest): void {
  const { program, method, route, status, ms } = request
  logger.info({ method, route, status, ms: Math.round(ms) }, program)
  countRequest(request)
  nameRequest(request)
}
