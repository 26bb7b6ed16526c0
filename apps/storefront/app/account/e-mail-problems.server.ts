import type { FormProblem } from '../platform/forms/form-failure.server.ts'

/** A guest's six digits, or what no token looks like. */
const UNREADABLE = new Set([401, 422])

type Answer = Pick<FormProblem, 'status' | 'code'>

/** The main API's code, or the bare 500 by which the specification names it. */
export function tokenNotFound({ status, code }: Answer): boolean {
  return code === 'confirmation_token_not_found' || isBare500({ status, code }) || UNREADABLE.has(status)
}

/** The main API's code, or the bare 500 by which the specification names it. */
export function alreadyConfirmed({ status, code }: Answer): boolean {
  return code === 'email_already_confirmed' || isBare500({ status, code })
}

function isBare500({ status, code }: Answer): boolean {
  return status === 500 && code === null
}
