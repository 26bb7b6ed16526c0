import type { z } from 'zod'
import { OPERATIONS } from './main-api-operations.ts'
import { type FieldError, isProblemCode, PROBLEM_STATUS, type ProblemCode, problemSchema } from './problem.ts'
import {
  type CodeWithMembers,
  PROBLEM_MEMBERS,
  type ProblemMembers,
  UNKNOWN_OPERATION,
} from './problem-members.ts'
import { STAFF_OPERATIONS } from './staff-operations.ts'

/** An update of the main API takes only moments. */
const UPDATED_AFTER_SECONDS = 5

/** Problem details as they are read: any code, and whatever further members there are. */
interface ReadBody {
  code?: string
  errors?: FieldError[] | undefined
  [member: string]: unknown
}

/** An unsuccessful answer of the main API. */
export class ApiProblem extends Error {
  readonly status: number
  /** null for a bare status without problem details, and for a code of a later release. */
  readonly code: ProblemCode | null
  readonly errors: FieldError[]
  readonly retryAfter: number | null
  /** The further members that the contract has for the code; none if they do not match. Read with `membersOf`. */
  readonly body: Readonly<Record<string, unknown>>
  constructor(status: number, { code, errors = [], ...further }: ReadBody, retryAfter: number | null) {
    super(`main API answered ${status}`)
    this.name = 'ApiProblem'
    this.status = status
    this.code = isProblemCode(code) ? code : null
    this.errors = errors
    this.retryAfter = retryAfter
    this.body = (hasMembers(this.code) && PROBLEM_MEMBERS[this.code].safeParse(further).data) || {}
  }
}

/** The main API is of the previous release: it is running, and will know the call once it is updated. */
export class CallUnknown extends ApiProblem {
  constructor() {
    super(PROBLEM_STATUS.not_ready, { code: 'not_ready' }, UPDATED_AFTER_SECONDS)
  }
}

const hasMembers = (code: ProblemCode | null): code is CodeWithMembers =>
  code !== null && Object.hasOwn(PROBLEM_MEMBERS, code)

/** The further members of a problem of this code; null for any other error, and if they do not match. */
export function membersOf<Code extends CodeWithMembers>(
  error: unknown,
  code: Code,
): ProblemMembers[Code] | null {
  if (!(error instanceof ApiProblem) || error.code !== code) return null
  const schema: z.ZodType<ProblemMembers[Code]> = PROBLEM_MEMBERS[code]
  return schema.safeParse(error.body).data ?? null
}

/** The main API gave no answer, or one that cannot be read. */
export class ApiUnreachable extends Error {
  constructor(cause: unknown) {
    super('Api client caught error', { cause })
    this.name = 'ApiUnreachable'
  }
}

/**
 * Header of the day's first answer to a token, whose expiry has moved on: a client that keeps the token may keep it
 * longer.
 */
export const SESSION_RENEWED = 'X-Session-Renewed'

/** Header by which one of the shop's own servers proves to another that it is one. */
export const OWN_SERVER_HEADER = 'x-client-address-secret'

/** Header by which the shop's own server names the partner that it calls for. */
export const PARTNER_HEADER = 'x-partner'

export interface MainApiClientOptions {
  /** Root of the main API without a trailing slash, such as `http://127.0.0.1:3000/laboratory-api`. */
  root: string
  /** HTTP, or the in-process application's own `fetch`. */
  fetch: (input: string, init: RequestInit) => Promise<Response>
  /** The bare access token of the caller. */
  token?: string | undefined
  /** Language of catalogue texts and mails. */
  locale?: string | undefined
  requestId?: string | undefined
  /** Address of the patient's browser, for the limits on attempts. */
  clientAddress?: string | undefined
  /** Makes the proof that `clientAddress` comes from the shop and from no one else; each proof is valid for minutes. */
  ownServerProof?: (() => string) | undefined
  /** The partner for whom the shop's own server calls a main API of several partners; proved by `ownServerProof`. */
  partner?: string | undefined
  /** The patient's browser, by which patients tell their sessions apart. */
  userAgent?: string | undefined
  /** Answers are not checked: for tests that give only the part of an answer that they need. */
  trusted?: boolean | undefined
  /** Called when the token's expiry has moved on, at most once a day. */
  onSessionRenewed?: (() => void) | undefined
}

type Presence = Readonly<Record<string, 'required' | 'optional'>>

/** One call in the API's description. */
interface Operation {
  method: string
  path: string
  params?: Readonly<Record<string, z.ZodType>>
  body?: z.ZodType
  bodyOptional?: true
  query?: Presence
  header?: string
  /** Only the storefront's own server may call it, and proves that it is. */
  provesStorefront?: true
  /** The schema of the JSON answer; `response`: a file, passed on as it came. */
  answer?: z.ZodType | 'response'
  /** Success status of an operation without an answer. */
  success?: number
}

type Value = string | number
type Params<Path> = Path extends `${string}{${string}}${infer Rest}` ? [id: Value, ...Params<Rest>] : []
type Fields<P> = { [Name in keyof P as P[Name] extends 'required' ? Name : never]: Value } & {
  [Name in keyof P as P[Name] extends 'optional' ? Name : never]?: Value | undefined
}
type Given<P> = 'required' extends P[keyof P] ? [values: Fields<P>] : [values?: Fields<P>]
type Body<O> = O extends { body: infer Schema extends z.ZodType }
  ? O extends { bodyOptional: true }
    ? [body?: z.input<Schema>]
    : [body: z.input<Schema>]
  : []
/** The ids in the order of the path, then body, query and the one header, as far as the description has them. */
type Arguments<O extends Operation> = [
  ...Params<O['path']>,
  ...Body<O>,
  ...(O extends { query: infer P } ? Given<P> : []),
  ...(O extends { header: string } ? [header: string] : []),
]
type Answer<O> = O extends { answer: infer Schema }
  ? Schema extends z.ZodType
    ? z.output<Schema>
    : Response
  : undefined

type Calls<Operations extends Record<string, Operation>> = {
  [Name in keyof Operations]: (...given: Arguments<Operations[Name]>) => Promise<Answer<Operations[Name]>>
}
/** As `Calls`, with null if the caller's copy is still current. */
type Comparisons<Operations extends Record<string, Operation>> = {
  [Name in keyof Operations]: (
    ...given: Arguments<Operations[Name]>
  ) => Promise<{ value: Answer<Operations[Name]>; etag: string | null } | null>
}
/** One function per operation of a description. Every function throws `ApiProblem` or `ApiUnreachable`. */
type Client<Operations extends Record<string, Operation>> = Calls<Operations> & {
  /**
   * The same functions for a caller that keeps a copy: the answer with its ETag, or null if the given ETag still
   * holds.
   */
  ifChanged(etag: string | null | undefined): Comparisons<Operations>
  /** The same functions for a call that is abandoned when its reader goes away. */
  until(signal: AbortSignal): Calls<Operations>
}
/** The part of the main API that the storefront calls. */
export type MainApiClient = Client<typeof OPERATIONS>
/** The part of the main API that the desk calls. */
export type DeskClient = Client<typeof STAFF_OPERATIONS>

const JSON_TYPE = 'application/json'
const DOTS = /^\.{0,2}$/
/** A proxy may send a date instead. */
const SECONDS = /^\d{1,9}$/
const problemBodySchema = problemSchema.loose()

/** An id as one segment of a path. One that is not of the described kind names nothing, so no request is sent. */
function segment(value: unknown, schema: z.ZodType | undefined): string {
  // A URL resolves dots before anyone sees them, encoded or not.
  if (DOTS.test(String(value)) || !schema?.safeParse(value).success) {
    throw new ApiProblem(PROBLEM_STATUS.not_found, { code: 'not_found' }, null)
  }
  return encodeURIComponent(String(value))
}

type Values = Record<string, Value | undefined>
const given = (values: Values = {}) =>
  Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))

/** The path, body and headers of a request, from the arguments of the operation's function. */
function requestOf(operation: Operation, values: unknown[]) {
  const { body, query, header } = operation
  const rest = [...values]
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) =>
    segment(rest.shift(), operation.params?.[name]),
  )
  const content = body && (rest.shift() ?? {})
  const search = query ? new URLSearchParams(given(rest.shift() as Values)).toString() : ''
  const own: Record<string, string> = header ? { [header]: String(rest.shift()) } : {}
  return { path: search ? `${path}?${search}` : path, content, headers: own }
}

/** An answer that is not a described problem, such as a proxy's page, counts as a bare status. */
async function readProblem(response: Response): Promise<ApiProblem> {
  const read = problemBodySchema.safeParse(await response.json().catch(() => null))
  const retryAfter = response.headers.get('Retry-After') ?? ''
  return new ApiProblem(
    response.status,
    read.data ?? {},
    SECONDS.test(retryAfter) ? Number(retryAfter) : null,
  )
}

async function readAnswer(operation: Operation, response: Response, trusted: boolean): Promise<unknown> {
  const { answer, success } = operation
  if (answer === 'response') return response
  if (!answer) {
    // Only the described status is a success.
    if (response.status !== success) throw new ApiProblem(response.status, {}, null)
    return
  }
  try {
    const json: unknown = await response.json()
    return trusted ? json : answer.parse(json)
  } catch (error) {
    throw new ApiUnreachable(error)
  }
}

export const createMainApiClient = (options: MainApiClientOptions): MainApiClient =>
  createClient(OPERATIONS, options)
export const createDeskClient = (options: MainApiClientOptions): DeskClient =>
  createClient(STAFF_OPERATIONS, options)

function createClient<Operations extends Record<string, Operation>>(
  operations: Operations,
  options: MainApiClientOptions,
): Client<Operations> {
  const prove = () => ({ [OWN_SERVER_HEADER]: options.ownServerProof?.() ?? '' })
  const proves = options.ownServerProof && (options.clientAddress || options.partner)
  const common = {
    Accept: JSON_TYPE,
    ...(options.token ? { Authorization: `Bearer ${options.token}` } : {}),
    ...(options.locale ? { 'Accept-Language': options.locale } : {}),
    ...(options.requestId ? { 'X-Request-Id': options.requestId } : {}),
    ...(options.userAgent ? { 'User-Agent': options.userAgent } : {}),
    ...(options.clientAddress && proves ? { 'X-Client-Address': options.clientAddress } : {}),
    ...(options.partner && proves ? { [PARTNER_HEADER]: options.partner } : {}),
  }

  async function send(
    operation: Operation,
    values: unknown[],
    { etag, signal }: { etag?: string | null | undefined; signal?: AbortSignal } = {},
  ): Promise<Response> {
    const { path, content, headers } = requestOf(operation, values)
    const init: RequestInit = {
      method: operation.method,
      // A redirect is no answer of the main API.
      redirect: 'error',
      headers: {
        ...common,
        ...(content ? { 'Content-Type': JSON_TYPE } : {}),
        ...(proves || operation.provesStorefront ? prove() : {}),
        ...(etag ? { 'If-None-Match': etag } : {}),
        ...headers,
      },
      ...(content ? { body: JSON.stringify(content) } : {}),
      ...(signal ? { signal } : {}),
    }
    const response = await options.fetch(`${options.root}${path}`, init).catch((error) => {
      throw new ApiUnreachable(error)
    })
    if (response.headers.has(SESSION_RENEWED)) options.onSessionRenewed?.()
    if (response.ok || (etag && response.status === 304)) return response
    const problem = await readProblem(response)
    throw membersOf(problem, 'not_found')?.operation === UNKNOWN_OPERATION.operation
      ? new CallUnknown()
      : problem
  }

  function eachOperation<Functions>(make: (operation: Operation) => (...values: unknown[]) => unknown) {
    const functions = Object.entries(operations).map(([name, operation]) => [name, make(operation)])
    return Object.fromEntries(functions) as Functions
  }
  const read = (operation: Operation, response: Response) =>
    readAnswer(operation, response, options.trusted ?? false)

  const calls = (given: { signal?: AbortSignal } = {}) =>
    eachOperation<Calls<Operations>>((operation) => async (...values) => {
      return read(operation, await send(operation, values, given))
    })

  return {
    ...calls(),
    until: (signal: AbortSignal) => calls({ signal }),
    ifChanged: (etag: string | null | undefined) =>
      eachOperation<Comparisons<Operations>>((operation) => async (...values) => {
        const response = await send(operation, values, { etag })
        if (response.status === 304) return null
        return { value: await read(operation, response), etag: response.headers.get('ETag') }
      }),
  } as Client<Operations>
}
