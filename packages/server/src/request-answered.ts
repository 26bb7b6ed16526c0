import type { Logger } from 'pino'
import { type AnsweredRequest, countRequest } from './metrics.ts'
import { nameRequest } from './tracing.ts'

/** The end of a request in the log: method, route's pattern, status and time; never a path, a query or a body. */
export function logAnswered(logger: Logger, { program, method, route, status, ms }: AnsweredRequest): void {
  logger.info({ method, route, status, ms: Math.round(ms) }, program)
}

/** The end of a request, for log, metrics and trace alike. */
export function requestAnswered(logger: Logger, request: AnsweredRequest): void {
  logAnswered(logger, request)
  countRequest(request)
  nameRequest(request)
}
