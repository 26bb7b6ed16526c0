import { ApiProblem, ApiUnreachable } from '@shop/contract/main-api-client'
import { type FieldError, Problem, type ProblemCode } from '@shop/contract/problem'
import { DATABASE_RETRY_SECONDS, isDatabaseAway } from '@shop/database/statement-errors'

/**
 * A thrown error as a problem of the contract: our own, the main API's, or that the main API or the database is away.
 */
export interface ReadProblem {
  code: ProblemCode
  /** The status as received. */
  status: number
  /** The main API answered a bare status, or an unknown code: `code` follows from the status. */
  isBare: boolean
  /** Answered by the main API, not found by the shop itself. */
  isAnswer: boolean
  errors: readonly FieldError[]
  /** Seconds. */
  retryAfter: number | null
  /** Further members, such as `total` beside `price_changed`. */
  extension: Readonly<Record<string, unknown>>
}

const CODE_OF_STATUS: Readonly<Record<number, ProblemCode>> = {
  401: 'unauthorized',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  422: 'invalid_fields',
  429: 'too_many_requests',
  502: 'main_api_unavailable',
  503: 'main_api_unavailable',
}
const AWAY = { isBare: false, isAnswer: false, errors: [], extension: {} }

/** null for anything else that was thrown: a redirect, a status of the router, a programming error. */
export function readProblem(error: unknown): ReadProblem | null {
  if (error instanceof ApiUnreachable) {
    return { ...AWAY, code: 'main_api_unavailable', status: 503, retryAfter: null }
  }
  if (error instanceof ApiProblem) return readAnswer(error)
  if (error instanceof Problem) {
    const { code, status, details } = error
    const { errors = [], retryAfter = null, extension = {} } = details
    return { code, status, isBare: false, isAnswer: false, errors, retryAfter, extension }
  }
  if (isDatabaseAway(error))
    return { ...AWAY, code: 'not_ready', status: 503, retryAfter: DATABASE_RETRY_SECONDS }
  return null
}

function readAnswer({ code, status, errors, retryAfter, body }: ApiProblem): ReadProblem {
  return {
    code: code ?? codeOf(status),
    status,
    isBare: code === null,
    isAnswer: true,
    errors,
    retryAfter,
    extension: body,
  }
}

function codeOf(status: number): ProblemCode {
  // A success other than the expected one is a fault of the main API.
  const bare = status >= 500 || status < 400 ? 'internal_error' : 'malformed_request'
  return CODE_OF_STATUS[status] ?? bare
}

/** Whether the caller must prove their identity again: with the password, or with the second factor alone. */
export function proofNeeded(error: unknown): 'password' | 'secondFactor' | null {
  const code = readProblem(error)?.code
  if (code === 'proof_required') return 'password'
  return code === 'second_factor_stale' ? 'secondFactor' : null
}

/** Whether the caller must log in: a guest, or a token that the main API no longer knows. */
export function isLoginNeeded(error: unknown): boolean {
  return readProblem(error)?.code === 'unauthorized'
}
