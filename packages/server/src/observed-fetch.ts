import { outboundSeconds } from './metrics.ts'

type Fetch = (input: string, init: RequestInit) => Promise<Response>

/** HTTP to another party, whose answers are timed under the party's name. */
export function observedFetch<F extends typeof globalThis.fetch | Fetch>(party: string, fetch: F): F {
  const observed = async (...parameters: Parameters<F>): Promise<Response> => {
    const started = performance.now()
    const end = (status: number | 'none') =>
      outboundSeconds.observe({ party, status }, (performance.now() - started) / 1_000)
    try {
      const answer = await (fetch as (...parameters: unknown[]) => Promise<Response>)(...parameters)
      end(answer.status)
      return answer
    } catch (error) {
      end('none')
      throw error
    }
  }
  return observed as F
}
