import { Problem, parseOrProblem, problemResponse } from '@shop/contract/problem'
import type { z } from 'zod'
import { placeOf } from '../navigation/place-of.ts'
import type { Shop } from '../session/shop-context.server.ts'
import { readProblem } from './read-problem.server.ts'

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
  const problem = readProblem(error)
  if (!problem) {
    const { name, stack } = error instanceof Error ? error : { name: 'unknown', stack: undefined }
    shop.logger.error({ error: name, place: placeOf(stack) }, 'local API failed')
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

/** As `answerJson`, for what only a logged-in caller may do: a guest's answer is 401, whatever was sent. */
export function answerUser<Answer>(shop: Shop, work: () => Promise<Answer>): Promise<Response> {
  return answerJson(shop, async () => {
    if (!shop.token) throw new Problem('unauthorized')
    return work()
  })
}
