import { OpenAPIHono, type RouteConfig, type z } from '@hono/zod-openapi'
import {
  fieldErrors,
  PROBLEM_STATUS,
  Problem,
  type ProblemCode,
  problemResponse,
  problemSchema,
} from '@shop/contract/problem'
import type { Locale } from '@shop/domain/locale'
import { type LaboratoryScope, type StaffGrant, type StaffPermission, scopeOf } from '@shop/domain/staff'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Logger } from 'pino'
import type { OwnerProof } from './owner-proof.ts'

/** The caller: a user signed in by token. */
export interface Viewer {
  userId: string
  tokenId: string
  loggedInAt: Date
  /** When the holder of this session last proved to be the account's owner; null: never. */
  provenAt: Date | null
  provenWith: OwnerProof | null
  /** Whether the account has a second factor, which logging in and reading results require. */
  hasSecondFactor: boolean
  /** When this session last gave it; null: never. */
  secondFactorAt: Date | null
}

/** A member of staff, signed in by token. */
export interface StaffSession {
  sessionId: string
  staffId: string
  email: string
  name: string
  locale: Locale
  grants: StaffGrant[]
  /** The latest end; without calls it ends earlier. */
  endsAt: Date
}

export interface ApiEnv {
  Bindings: {
    /** The call comes from the same process, so no browser sees its response. */
    inProcess?: boolean
  }
  Variables: {
    requestId: string
    logger: Logger
    /** null: a guest. */
    viewer: Viewer | null
    /** The language of texts, by Accept-Language. */
    locale: Locale
    /** The caller's address, for the limits of attempts. */
    clientAddress: string
    /** The route that handles the call, as described. */
    operation?: { id: string; method: string; tags: readonly string[] }
    /** The calling client, if it is a laboratory's system. */
    clientId?: string
    /** The member of staff who calls; null: none. */
    staff?: StaffSession | null
    /** The permission that the call requires; absent: any member of staff may call. */
    staffPermission?: StaffPermission
    /** The laboratories where the caller has this permission. */
    laboratories?: LaboratoryScope
  }
}
export type Api = OpenAPIHono<ApiEnv>

/** An application that reports validation failures as problems: 422 with the fields. */
export function createApi(): Api {
  const api = new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      // A path parameter of the wrong type names nothing that exists.
      if (!result.success && result.target === 'param') return problemResponse(new Problem('not_found'))
      if (!result.success) {
        return problemResponse(
          new Problem('invalid_fields', { errors: fieldErrors(result.error as z.ZodError) }),
        )
      }
    },
  })
  guardRoutes(api)
  return api
}

const requireUser = createMiddleware<ApiEnv>(async (c, next) => {
  requireViewer(c)
  await next()
  // No cache on the way may keep personal data.
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
})

/** Requires staff with the permission that the route names; without one, any member of staff. */
const requirePermission = (permission: StaffPermission | undefined) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const { grants } = requireStaff(c)
    if (permission) {
      const scope = scopeOf(grants, permission)
      if (scope.length === 0) throw new Problem('forbidden')
      c.set('staffPermission', permission)
      c.set('laboratories', scope)
    }
    await next()
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
  })

/**
 * The route's own declaration guards it and names its events: with `security: USER_SECURITY` a guest gets 401
 * before anything is parsed.
 */
function guardRoutes(api: Api): void {
  const { openapi } = api
  api.openapi = ((route: RouteConfig & { middleware?: object | object[] }, ...rest: never[]) => {
    const { security = [], middleware = [], operationId: id, method, tags = [] } = route
    const needsUser =
      security.some(({ user }) => user) && security.every((way) => Object.keys(way).length > 0)
    const named = createMiddleware<ApiEnv>((c, next) => {
      if (id) c.set('operation', { id, method, tags })
      return next()
    })
    const staff = security.find((way) => way.staff)?.staff as StaffPermission[] | undefined
    const guarded = {
      ...route,
      middleware: [
        named,
        ...(needsUser ? [requireUser] : []),
        ...(staff ? [requirePermission(staff[0])] : []),
        ...[middleware].flat(),
      ],
    }
    return (openapi as (...args: unknown[]) => Api)(guarded, ...rest)
  }) as typeof openapi
}

/** The signed-in caller; a guest gets 401. */
export function requireViewer(c: Context<ApiEnv>): Viewer {
  // `c.var` would create an object of all variables each time.
  const viewer = c.get('viewer')
  if (!viewer) throw new Problem('unauthorized')
  return viewer
}

/** The member of staff who calls; anyone else gets 401. */
export function requireStaff(c: Context<ApiEnv>): StaffSession {
  const staff = c.get('staff')
  if (!staff) throw new Problem('unauthorized')
  return staff
}

/** The laboratories where the caller has the permission that the route names. */
export function laboratoriesOf(c: Context<ApiEnv>): LaboratoryScope {
  return c.get('laboratories') ?? []
}

/** Security of a desk route: a caller without a role that has the permission gets 403, before anything is parsed. */
export const staffSecurity = (...permission: [StaffPermission] | []) => [{ staff: permission as string[] }]

/** The problems of every desk route for a caller who is no member of staff or has no role with the permission. */
export const STAFF_REFUSALS = ['unauthorized', 'forbidden'] as const satisfies readonly ProblemCode[]

/** Security of a route that needs a user's token, for the API description. */
export const USER_SECURITY = [{ user: [] as string[] }]
/** Security of the laboratory's information system. */
export const LABORATORY_SYSTEM_SECURITY = [{ laboratorySystem: [] as string[] }]

/** Security of routes that only the storefront's own server may call. */
export const STOREFRONT_SECURITY = [{ storefront: [] as string[] }]

const PROBLEM = 'Problem: '

/** The codes in a description written by `problems`. */
export const problemCodesOf = (description: string): string[] =>
  description.startsWith(PROBLEM) ? description.slice(PROBLEM.length).split(', ') : []

/** The problem responses of a route, for the API description. */
export function problems(...codes: ProblemCode[]) {
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of codes)
    byStatus.set(PROBLEM_STATUS[code], [...(byStatus.get(PROBLEM_STATUS[code]) ?? []), code])
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      {
        description: PROBLEM + list.join(', '),
        content: { 'application/problem+json': { schema: problemSchema } },
      },
    ]),
  )
}

/** A JSON response of a route, for the API description. */
export function json<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { 'application/json': { schema } } }
}

/** The response of a route without content. */
export const NO_CONTENT = { description: 'Done' }

/** The problems of every route with a JSON body. */
export const BODY_PROBLEMS = [
  'malformed_request',
  'body_too_large',
  'unsupported_media_type',
  'invalid_fields',
] as const satisfies readonly ProblemCode[]

/** The problems of desk routes that ask for one's own password. */
export const PROBLEMS_OF_OWN_PASSWORD = [
  ...BODY_PROBLEMS,
  ...STAFF_REFUSALS,
  'not_found',
  'wrong_password',
  'too_many_requests',
] as const satisfies readonly ProblemCode[]

/** A JSON body that may be absent. */
export function optionalJsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { body: { required: false, content: { 'application/json': { schema } } } }
}

/** A required JSON body of a route. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { body: { required: true, content: { 'application/json': { schema } } } }
}
