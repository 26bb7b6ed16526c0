import { Problem, parseOrProblem, problemResponse } from '@shop/contract/problem'
import { describeError } from '@shop/server/log'
import type { RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import { type CallKey, GUEST_CALLS } from '../navigation/navigation.ts'
import { type Shop, shopContext } from '../session/shop-context.server.ts'
import { readProblem } from './read-problem.server.ts'

type Method = 'GET' | 'HEAD' | 'POST'

interface CallArgs {
  shop: Shop
  request: Request
}

/** One call. @throws Problem, ApiProblem and anything else `readProblem` knows, answered as problem+json */
type Call = (args: CallArgs) => Promise<unknown>

/** Calls of the local API by the route's pattern, then by method. */
export type LocalCalls = Readonly<Partial<Record<CallKey | 'passkey-options', Partial<Record<Method, Call>>>>>

interface RouteArgs {
  request: Request
  pattern: string
  context: Readonly<RouterContextProvider>
}

/**
 * The loader and the action of a route module of the local API. Any other method does nothing; a path without calls
 * is answered with `not_found`, and a guest with `unauthorized`, whatever was sent, unless it is one of `GUEST_CALLS`.
 */
export function localApi(calls: LocalCalls) {
  return async ({ request, pattern, context }: RouteArgs): Promise<Response> => {
    const methods = calls[pattern as keyof LocalCalls]
    if (!methods) return problemResponse(new Problem('not_found'))
    const call = methods[request.method as Method]
    if (!call) return problemResponse(new Problem('method_not_allowed', { allow: Object.keys(methods) }))
    const shop = context.get(shopContext)
    try {
      if (!shop.token && !GUEST_CALLS.includes(pattern)) throw new Problem('unauthorized')
      const answer = await call({ shop, request })
      return Response.json(answer, { headers: { 'Cache-Control': 'no-store' } })
    } catch (error) {
      return problemResponse(asProblem(shop, error))
    }
  }
}

/** Reads a JSON body with the schema; throws `Problem` for a wrong media type, malformed JSON or bad fields. */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (!request.headers.get('Content-Type')?.startsWith('application/json')) {
    throw new Problem('unsupported_media_type')
  }
  const body: unknown = await request.json().catch(() => {
    throw new Problem('malformed_request')
  })
  return parseOrProblem(schema, body)
}

/** Reads the query with the schema. @throws Problem `invalid_fields` */
export function readQuery<Schema extends z.ZodType>({ url }: Request, schema: Schema): z.output<Schema> {
  return parseOrProblem(schema, Object.fromEntries(new URL(url).searchParams))
}

function asProblem(shop: Shop, error: unknown): Problem {
  if (error instanceof Problem) return error
  const problem = readProblem(error)
  if (!problem) {
    shop.logger.error(describeError(error), 'local API failed')
    return new Problem('internal_error')
  }
  const { errors, retryAfter, extension, isBare } = problem
  if (problem.code === 'not_ready') shop.logger.error('the database did not answer in time')
  const code = isBare && problem.code !== 'unauthorized' ? 'main_api_unavailable' : problem.code
  return new Problem(code, {
    ...(errors.length > 0 ? { errors: [...errors] } : {}),
    ...(retryAfter === null ? {} : { retryAfter }),
    ...(Object.keys(extension).length > 0 ? { extension } : {}),
  })
}

/**
 * Whether a GET that changes something was intended: a fetch by a page of the shop, or a caller with a Bearer header.
 * Never a navigation, a prefetch, an image or another site.
 */
export function isDeliberateGet({ headers }: Request): boolean {
  const purpose = headers.get('Sec-Purpose') ?? headers.get('Purpose') ?? ''
  if (purpose.includes('prefetch') || headers.get('Sec-Fetch-Mode') === 'navigate') return false
  if (headers.get('Authorization')?.startsWith('Bearer ')) return true
  const destination = headers.get('Sec-Fetch-Dest') ?? 'empty'
  return headers.get('Sec-Fetch-Site') === 'same-origin' && destination === 'empty'
}
