import { type DataStrategyResult, data, isRouteErrorResponse, type MiddlewareFunction } from 'react-router'

/** What got no answer: a form with what was typed into it, or a page. */
type LostAnswer = { form: FormData; action: string } | 'page'
type Results = Record<string, DataStrategyResult>

/** What a proxy answers for a desk that is away, and the desk for a main API that is. */
const AWAY: readonly number[] = [502, 503, 504]
const listeners = new Set<() => void>()
let lost: LostAnswer | null = null

function tell(answer: LostAnswer | null): void {
  lost = answer
  for (const listener of listeners) listener()
}

/** For `useSyncExternalStore`: what got no answer last, until something is answered. */
export const lostAnswer = {
  read: () => lost,
  onServer: () => null,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** A browser throws a TypeError, and nothing else, when a request gets no answer at all. */
function isUnanswered({ type, result }: DataStrategyResult): boolean {
  if (type !== 'error') return false
  if (isRouteErrorResponse(result)) return AWAY.includes(result.status)
  return ((result as { data?: unknown } | undefined)?.data ?? result) instanceof TypeError
}

async function untilAborted({ signal }: Request): Promise<never> {
  signal.throwIfAborted()
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

/**
 * Without an answer nobody at the desk loses what they typed: a form stands as before it was sent, a page that was asked for
 * stays on its way, and `LostAnswer` tells it. An error page in its place would take the words along.
 */
export const stayWhenLost: MiddlewareFunction<Results> = async ({ request }, next) => {
  if (request.method === 'GET') {
    const results = await next()
    // What was asked for meanwhile has the say: neither its notice nor its silence is this one's.
    request.signal.throwIfAborted()
    if (!Object.values(results).some(isUnanswered)) {
      // After a form its page is asked for: that this comes says nothing of the form, another page leaves it behind.
      const place = new URL(request.url).pathname
      if (lost === 'page' || (lost && lost.action.split('?')[0] !== place)) tell(null)
      return results
    }
    if (lost === null) tell('page')
    return untilAborted(request)
  }
  const form = await request.clone().formData()
  const results = await next()
  const { pathname, search } = new URL(request.url)
  const unanswered = Object.keys(results).filter((routeId) => isUnanswered(results[routeId]!))
  // A status of failure keeps the router from asking for the page, which would be lost too.
  for (const routeId of unanswered) results[routeId] = { type: 'data', result: data(undefined, 503) }
  tell(unanswered.length > 0 ? { form, action: pathname + search } : null)
  return results
}
