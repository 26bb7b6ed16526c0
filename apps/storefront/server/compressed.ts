import type { Context } from 'hono'
import { compressBody, preferredEncoding } from '../app/platform/cache/cached-page.server.ts'

const COMPRESSIBLE = /^(?:text\/(?!event-stream)|application\/(?:json|problem\+json|xml)|image\/svg)/
const WORTH_IT_BYTES = 1_000

/**
 * Compresses the answer with the encoding that the browser prefers, off the event loop. Leaves the answer as it is
 * where compression does not help: merely asking for its body would turn a text at hand into a stream.
 */
export async function compressed(c: Context, answer: Response): Promise<Response> {
  const { status, headers } = answer
  if (headers.has('Content-Encoding') || !COMPRESSIBLE.test(headers.get('Content-Type') ?? '')) return answer
  headers.append('Vary', 'Accept-Encoding')
  const encoding = preferredEncoding(c.req.header('Accept-Encoding'))
  if (encoding === 'identity') return answer
  const whole = new Uint8Array(await answer.arrayBuffer())
  if (whole.length < WORTH_IT_BYTES) return new Response(whole, { status, headers })
  headers.set('Content-Encoding', encoding)
  headers.delete('Content-Length')
  return new Response(await compressBody(whole, encoding), { status, headers })
}
