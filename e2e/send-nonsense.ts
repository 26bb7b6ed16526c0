// Sends what nobody would type, some at once, and tells what made a program fail.
import { request as httpRequest } from 'node:http'
import { networkOfItsOwn } from './stage.ts'

const AT_ONCE = 8
/** A net, not a measure: whatever takes so long would never have ended. */
const PATIENCE_MS = 20_000

export interface Sent {
  path: string
  init?: RequestInit
  cookie?: string
}

/** Sends everything, some at once; answers what made the shop fail, and what it did not answer to the end. */
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
        // A network's limit would answer in the place of what is tried, and other tests after it.
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
      if (status === null) failures.push(`no end: ${request.method} ${path} ${show(next)}`)
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
 * The status of an answer that has come to its end; null: it has not. Each request has a line of its own: the server
 * closes one that was idle, at times just when the next request is on its way.
 */
export function statusOf(
  url: string,
  { method, headers, body, patienceMs = PATIENCE_MS }: Asked,
): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(patienceMs)
    signal.addEventListener('abort', () => resolve(null))
    const sent = httpRequest(url, { method, headers, agent: false, signal }, (answer) => {
      // What tells of changes as they come has no end.
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
