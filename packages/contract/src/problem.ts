import { z } from 'zod'
import type { SentMembers } from './problem-members.ts'

/** Every problem code with its HTTP status, in this one table: stable words that clients map to messages. */
export const PROBLEM_STATUS = {
  malformed_request: 400,
  user_exists: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  login_code_required: 401,
  second_factor_required: 401,
  forbidden: 403,
  proof_required: 403,
  second_factor_stale: 403,
  not_found: 404,
  confirmation_token_not_found: 404,
  reset_token_not_found: 404,
  undo_token_not_found: 404,
  support_link_not_found: 404,
  invitation_not_found: 404,
  login_step_not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  stale_write: 409,
  email_already_confirmed: 409,
  second_factor_already_on: 409,
  staff_address_taken: 409,
  own_staff_account: 409,
  visit_not_open: 409,
  own_refund: 409,
  label_taken: 409,
  visit_not_changeable: 409,
  visits_lose_place: 409,
  patient_in_open_order: 409,
  email_not_confirmed: 409,
  documents_not_accepted: 409,
  visit_not_chosen: 409,
  slot_taken: 409,
  price_changed: 409,
  cart_empty: 409,
  cart_not_orderable: 409,
  cart_full: 409,
  order_not_cancellable: 409,
  order_not_payable: 409,
  processing_restricted: 409,
  too_many_unpaid_orders: 409,
  too_many_patients: 409,
  too_many_shares: 409,
  too_many_passkeys: 409,
  currency_not_accepted: 409,
  idempotency_key_reused: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  invalid_fields: 422,
  wrong_password: 422,
  wrong_pin: 422,
  wrong_second_factor: 422,
  passkey_refused: 422,
  analysis_has_no_price: 422,
  unknown_analysis: 422,
  unknown_patient: 422,
  unknown_material: 422,
  unknown_laboratory: 422,
  refund_exceeds_payment: 422,
  statement_unreadable: 422,
  catalogue_refused: 422,
  visit_in_the_past: 422,
  visit_day_off: 422,
  visit_off_the_grid: 422,
  visit_beyond_horizon: 422,
  visit_after_cut_off: 422,
  too_many_requests: 429,
  internal_error: 500,
  payment_provider_unavailable: 502,
  not_ready: 503,
  nothing_offered: 503,
  main_api_unavailable: 503,
} as const

export type ProblemCode = keyof typeof PROBLEM_STATUS

/** Whether this release has the code. */
export const isProblemCode = (code: string | undefined): code is ProblemCode =>
  code !== undefined && Object.hasOwn(PROBLEM_STATUS, code)

export const fieldErrorSchema = z.object({
  path: z.string().describe('Dotted path of the field, for example `personalDetails.firstName`'),
  message: z.string(),
  code: z
    .string()
    .optional()
    .describe('A stable code for the reason, for example `too_small` or `password_too_common`'),
})
export type FieldError = z.infer<typeof fieldErrorSchema>

/** RFC 9457 problem details. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string().describe('A stable code that clients map to a message'),
    detail: z.string().optional(),
    errors: z.array(fieldErrorSchema).optional(),
  })
  .meta({
    id: 'Problem',
    description: 'RFC 9457 problem details',
    example: { type: 'about:blank', title: 'Not Found', status: 404, code: 'not_found' },
  })

interface ProblemDetails {
  detail?: string
  errors?: FieldError[]
  /** Seconds until the next try; sent as `Retry-After`. */
  retryAfter?: number
  /** The methods that the path knows; sent as `Allow`. */
  allow?: readonly string[]
  /** Further members of the answer, such as `total` beside `price_changed`; `PROBLEM_MEMBERS` has them by code. */
  extension?: Readonly<Record<string, unknown>> | undefined
}

/** Of these codes those whose problems must have further members. */
type NeedsMembers<Code> = Code extends unknown
  ? [SentMembers<Code>] extends [never]
    ? never
    : Record<never, never> extends SentMembers<Code>
      ? never
      : Code
  : never

/** The details of a problem with the members that `PROBLEM_MEMBERS` has for the code, and no others. */
type DetailsOf<Code> = Omit<ProblemDetails, 'extension'> &
  ([NeedsMembers<Code>] extends [never]
    ? { extension?: SentMembers<Code> }
    : { extension: SentMembers<Code> })

type DetailsArgument<Code> = [NeedsMembers<Code>] extends [never]
  ? [details?: DetailsOf<Code>]
  : [details: DetailsOf<Code>]

/** The one error type that use cases throw on purpose; one handler per application turns it into problem+json. */
export class Problem<Code extends ProblemCode = ProblemCode> extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly details: ProblemDetails
  constructor(code: Code, ...[details]: DetailsArgument<Code>) {
    super(code)
    this.name = 'Problem'
    this.code = code
    this.status = PROBLEM_STATUS[code]
    this.details = details ?? {}
  }
}

/** A problem that another server has answered, to be passed on; `ApiProblem` has read its members. */
export function relayedProblem(code: ProblemCode, details: ProblemDetails): Problem {
  return new Problem(code, details as DetailsOf<ProblemCode>)
}

const TITLES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
}

/** The problem as an HTTP response. */
export function problemResponse(problem: Problem): Response {
  const { detail, errors, retryAfter, allow, extension } = problem.details
  const body = {
    type: 'about:blank',
    title: TITLES[problem.status] ?? 'Error',
    status: problem.status,
    code: problem.code,
    ...(detail ? { detail } : {}),
    ...(errors ? { errors } : {}),
    ...extension,
  }
  return new Response(JSON.stringify(body), {
    status: problem.status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      ...(retryAfter === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfter)) }),
      ...(allow ? { Allow: allow.join(', ') } : {}),
      ...(problem.code === 'unauthorized' ? { 'WWW-Authenticate': 'Bearer' } : {}),
    },
  })
}

/** The field errors of a failed zod parse. */
export function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
    code: issue.code,
  }))
}

/** Parses with the schema or throws `invalid_fields` with one error per field. */
export function parseOrProblem<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input)
  if (!parsed.success) throw new Problem('invalid_fields', { errors: fieldErrors(parsed.error) })
  return parsed.data
}
