import type { Context } from 'hono'
import { compressBody, preferredEncoding } from './page-cache.ts'

const COMPRESSIBLE = /^(?:text\/|application\/(?:json|problem\+json|xml)|image\/svg)/
const WORTH_IT_BYTES = 1_000

/** The answer compressed as the browser likes it, beside the event loop; as it is where that would not help. */
export async function compressed(c: Context, answer: Response): Promise<Response> {
  const { status, headers } = answer
  const encoding = preferredEncoding(c.req.header('Accept-Encoding'))
  const isWhole = !headers.has('Content-Encoding') && COMPRESSIBLE.test(headers.get('Content-Type') ?? '')
  if (!answer.body || !isWhole) return new Response(answer.body, { status, headers })
  headers.append('Vary', 'Accept-Encoding')
  const whole = new Uint8Array(await answer.arrayBuffer())
  if (encoding === 'identity' || whole.length < WORTH_IT_BYTES)
    return new Response(whole, { status, headers })
  headers.set('Content-Encoding', encoding)
  headers.delete('Content-Length')
  return new Response(await compressBody(whole, encoding), { status, headers })
}
