import type { Logger } from 'pino'
import { type AnsweredRequest, countRequest } from './metrics.ts'
import { nameRequest } from './tracing.ts'

/**
 * The end of a request, for log and trace alike: method, route's pattern, status and time; never a path, a query or a
 * body.
 */
export function noteAnswered(logger: Logger, request: AnsweredRequest): void {
  const { program, method, route, status, ms } = request
  logger.info({ method, route, status, ms: Math.round(ms) }, program)
  nameRequest(request)
}

/** The end of a request, for log, trace and metrics. */
export function requestAnswered(logger: Logger, request: AnsweredRequest): void {
  noteAnswered(logger, request)
  countRequest(request)
}
