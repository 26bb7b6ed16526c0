import { ApiProblem, ApiUnreachable } from '@shop/contract/main-api-client'
import { isDatabaseAway } from '@shop/database/database-away'

/** Whether a page failed since something behind it is away for now: nothing is wrong with the question, and it may be asked again. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ApiUnreachable) return true
  if (error instanceof ApiProblem) return error.status === 502 || error.status === 503
  return isDatabaseAway(error)
}
