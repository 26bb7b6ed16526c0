import { ApiProblem, ApiUnreachable } from '@shop/contract/main-api-client'
import {
  PROBLEM_STATUS,
  Problem,
  type ProblemCode,
  parseOrProblem,
  problemResponse,
} from '@shop/contract/problem'
import { isDatabaseAway } from '@shop/database/database-away'
import type { z } from 'zod'
import { placeOf } from '../navigation/place-of.ts'
import type { Shop } from '../session/shop-context.server.ts'

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

/** Runs a use case of the local API and answers JSON; failures become problem+json. */
export async function answerJson<Answer>(shop: Shop, work: () => Promise<Answer>): Promise<Response> {
  try {
    return Response.json(await work(), { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    return problemResponse(asProblem(shop, error))
  }
}

function asProblem(shop: Shop, error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof ApiProblem) return fromApiProblem(error)
  if (error instanceof ApiUnreachable) return new Problem('main_api_unavailable')
  if (isDatabaseAway(error)) {
    shop.logger.error('the database did not answer in time')
    return new Problem('not_ready', { retryAfter: 5 })
  }
  const { name, stack } = error instanceof Error ? error : { name: 'unknown', stack: undefined }
  shop.logger.error({ error: name, place: placeOf(stack) }, 'local API failed')
  return new Problem('internal_error')
}

function fromApiProblem(error: ApiProblem): Problem {
  const known = error.code !== null && error.code in PROBLEM_STATUS
  const {
    type: _type,
    title: _title,
    status: _status,
    code: _code,
    detail: _detail,
    errors: _errors,
    ...extension
  } = error.body
  const code = known
    ? (error.code as ProblemCode)
    : error.status === 401
      ? 'unauthorized'
      : 'main_api_unavailable'
  return new Problem(code, {
    ...(error.errors.length > 0 ? { errors: error.errors } : {}),
    ...(error.retryAfter === null ? {} : { retryAfter: error.retryAfter }),
    ...(Object.keys(extension).length > 0 ? { extension } : {}),
  })
}

/** As `answerJson`, for what only a logged-in caller may do: a guest's answer is 401, whatever was sent. */
export function answerUser<Answer>(shop: Shop, work: () => Promise<Answer>): Promise<Response> {
  return answerJson(shop, async () => {
    if (!shop.token) throw new Problem('unauthorized')
    return work()
  })
}
