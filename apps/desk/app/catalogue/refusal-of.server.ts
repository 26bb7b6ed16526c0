import { membersOf } from '@shop/contract/main-api-client'
import { type FormProblem, problemOf } from '../forms/run-form.server.ts'
import type { Desk } from '../session/desk-context.server.ts'
import type { RefusedReason } from './refused-reasons.tsx'

/** Why an edition was refused: what is wrong in it, or the problem of any call. @throws as `problemOf` */
export function refusalOf(
  desk: Desk,
  error: unknown,
): { reasons: RefusedReason[] } | { problem: FormProblem } {
  const refused = membersOf(error, 'catalogue_refused')
  return refused ? { reasons: refused.reasons } : { problem: problemOf(desk, error) }
}
