import { ApiProblem } from '@shop/contract/main-api-client'
import { type FormProblem, problemOf } from '../session/answered.server.ts'
import type { Desk } from '../session/desk-context.server.ts'
import type { Reason } from './refused-reasons.tsx'

/** Why an edition was refused: what is wrong in it, or the problem of any call. @throws as `problemOf` */
export const refusalOf = (desk: Desk, error: unknown): { reasons: Reason[] } | { problem: FormProblem } =>
  error instanceof ApiProblem && error.code === 'catalogue_refused'
    ? { reasons: error.body.reasons as Reason[] }
    : { problem: problemOf(desk, error) }
