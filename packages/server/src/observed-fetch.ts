import { outboundSeconds } from './metrics.ts'
import { currentTraceparent, tracedCall } from './tracing.ts'

type Fetch = (input: string, init: RequestInit) => Promise<Response>

interface Observation {
  /** Whether the party is one of ours and continues the trace. Others are sent nothing of it. */
  continuesTrace?: boolean
}

function continuing(init: RequestInit): RequestInit {
  const traceparent = currentTraceparent()
  return traceparent
    ? { ...init, headers: { ...(init.headers as Record<string, string>), traceparent } }
    : init
}

/** HTTP to another party; its answers are timed and traced under the party's name. */
export function observedFetch<F extends typeof globalThis.fetch | Fetch>(
  party: string,
  fetch: F,
  { continuesTrace = false }: Observation = {},
): F {
  const call = fetch as (input: string, init?: RequestInit) => Promise<Response>
  const observed = (input: string, init?: RequestInit): Promise<Response> =>
    tracedCall(party, async (span) => {
      const started = performance.now()
      const end = (status: number | 'none') => {
        span?.setAttribute('http.response.status_code', status)
        outboundSeconds.observe({ party, status }, (performance.now() - started) / 1_000)
      }
      try {
        const answer = await call(input, continuesTrace ? continuing(init ?? {}) : init)
        end(answer.status)
        return answer
      } catch (error) {
        end('none')
        throw error
      }
    })
  return observed as F
}
