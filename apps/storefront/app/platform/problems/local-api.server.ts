import { Problem, parseOrProblem } from '@shop/contract/problem'
import type { MiddlewareFunction, RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import { answerProblems } from '../middleware/answer-failures.server.ts'
import { loggedInCallsOnly } from '../middleware/logged-in-only.server.ts'
import type { CallKey } from '../navigation/navigation.ts'
import { type Shop, shopContext } from '../session/shop-context.server.ts'

type Method = 'GET' | 'HEAD' | 'POST'

interface CallArgs {
  shop: Shop
  request: Request
}

/** One call. @throws Problem, ApiProblem and anything else `readProblem` knows */
type Call = (args: CallArgs) => Promise<unknown>

/** Calls of the local API by the route's pattern, then by method. */
export type LocalCalls = Readonly<Partial<Record<CallKey | 'passkey-options', Partial<Record<Method, Call>>>>>

interface RouteArgs {
  request: Request
  pattern: string
  context: Readonly<RouterContextProvider>
}

/**
 * The middleware of a route module of the local API, and its loader and action in one. A path without calls and any
 * other method are refused first, also to a guest; then guests, unless it is one of `GUEST_CALLS`.
 */
export function localApi(calls: LocalCalls) {
  function callOf({ request, pattern }: Pick<RouteArgs, 'request' | 'pattern'>): Call {
    const methods = calls[pattern as keyof LocalCalls]
    if (!methods) throw new Problem('not_found')
    const call = methods[request.method as Method]
    if (!call) throw new Problem('method_not_allowed', { allow: Object.keys(methods) })
    return call
  }
  const knownOnly: MiddlewareFunction<Response> = async (args) => void callOf(args)
  return {
    middleware: [answerProblems, knownOnly, loggedInCallsOnly],
    async answer({ request, pattern, context }: RouteArgs): Promise<Response> {
      const answer = await callOf({ request, pattern })({ shop: context.get(shopContext), request })
      return Response.json(answer, { headers: { 'Cache-Control': 'no-store' } })
    },
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
