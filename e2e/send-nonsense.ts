// Sends what no one would type, several requests at a time, and reports what made a program fail.
import { request as httpRequest } from 'node:http'
import { networkOfItsOwn } from './stage.ts'

const AT_ONCE = 8
/** A safety net, not a measurement: an answer that takes this long would never have ended. */
const PATIENCE_MS = 20_000

export interface Sent {
  path: string
  init?: RequestInit
  cookie?: string
}

/** Sends everything, several requests at a time; returns those that made the shop fail or never ended. */
export async function sendNonsense(
  url: string,
  requests: Sent[],
  patienceMs = PATIENCE_MS,
): Promise<string[]> {
  const failures: string[] = []
  const left = [...requests]
  async function send() {
    for (let next = left.pop(); next; next = left.pop()) {
      const { path, init = {}, cookie = '' } = next
      const headers = {
        Origin: url,
        'Sec-Fetch-Site': 'same-origin',
        // Otherwise a network's limit would answer instead of the code under test, and would affect later tests.
        'X-Forwarded-For': networkOfItsOwn(),
        Cookie: cookie,
        ...init.headers,
      }
      const request = new Request(`${url}${path}`, { ...init, headers })
      const body = Buffer.from(await request.arrayBuffer())
      const status = await statusOf(request.url, {
        method: request.method,
        headers: Object.fromEntries(request.headers),
        body,
        patienceMs,
      })
      if (status === null) failures.push(`unfinished answer: ${request.method} ${path} ${show(next)}`)
      else if (status >= 500) failures.push(`${status} ${request.method} ${path} ${show(next)}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, send))
  return [...new Set(failures)].sort()
}

interface Asked {
  method: string
  headers: Record<string, string>
  body?: Buffer
  patienceMs?: number
}

/**
 * The status of a complete answer, or null if it does not end. Each request has its own connection: the server
 * closes idle ones, sometimes just when the next request is on its way.
 */
export function statusOf(
  url: string,
  { method, headers, body, patienceMs = PATIENCE_MS }: Asked,
): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(patienceMs)
    signal.addEventListener('abort', () => resolve(null))
    const sent = httpRequest(url, { method, headers, agent: false, signal }, (answer) => {
      // A stream of changes never ends.
      if (answer.headers['content-type']?.startsWith('text/event-stream')) {
        resolve(answer.statusCode ?? 0)
        answer.destroy()
        return
      }
      answer.on('error', reject)
      answer.on('end', () => resolve(answer.statusCode ?? 0))
      answer.resume()
    })
    sent.on('error', reject)
    sent.end(body?.length ? body : undefined)
  })
}

function show({ init, cookie }: Sent): string {
  const sent = init?.body
  const body = sent instanceof Uint8Array ? new TextDecoder().decode(sent) : String(sent ?? '')
  return `${body} ${cookie ?? ''}`.slice(0, 200)
}
