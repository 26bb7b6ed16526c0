import { type DataStrategyResult, data, isRouteErrorResponse, type MiddlewareFunction } from 'react-router'

/** What got no answer: a form with what was typed into it, or a page. */
export type LostAnswer = { form: FormData; action: string } | 'page'

const MUTE_STATUS = 503
const listeners = new Set<() => void>()
let lost: LostAnswer | null = null
/** After each form the router asks for the page, even where it has nothing to ask for: that neither tells nor hushes anything. */
let comesAfterLostForm = false

function tell(answer: LostAnswer | null): void {
  if (answer === lost) return
  lost = answer
  for (const listener of listeners) listener()
}

/** For `useSyncExternalStore`: what got no answer last, until something else is asked for. */
export const lostAnswer = {
  read: () => lost,
  onServer: () => null,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/**
 * A browser throws a TypeError, and nothing else, when a request gets no answer at all. A shop that is too busy to let the request
 * in answers without its router, whose own answers of that status are data.
 */
function isUnanswered({ type, result }: DataStrategyResult): boolean {
  if (type !== 'error') return false
  if (isRouteErrorResponse(result)) return result.status === MUTE_STATUS && isTooBusy(result.data)
  const error = (result as { data?: unknown } | undefined)?.data ?? result
  return error instanceof TypeError
}

const isTooBusy = (body: unknown) => typeof body === 'string' && body.includes('"missing":["capacity"]')

async function untilAborted({ signal }: Request): Promise<never> {
  signal.throwIfAborted()
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

/** The code of a page that cannot be loaded makes the router load the document anew, and what was typed is gone. */
async function isOffline(): Promise<boolean> {
  if (navigator.onLine) return false
  return fetch('/healthz', { method: 'HEAD' }).then(
    () => false,
    () => true,
  )
}

/**
 * Without an answer the visitor stays where they are, with all that was typed, and is told (`LostAnswer`): a page that
 * was asked for stays on its way, a form stands as before it was sent.
 */
export const stayWhenLost: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  if (comesAfterLostForm) {
    comesAfterLostForm = false
    return next()
  }
  tell(null)
  if (request.method === 'GET') {
    const results = (await isOffline()) ? null : await next()
    if (results && !Object.values(results).some(isUnanswered)) return results
    tell('page')
    return untilAborted(request)
  }
  const form = await request.clone().formData()
  const results = await next()
  const { pathname, search } = new URL(request.url)
  for (const [routeId, result] of Object.entries(results)) {
    if (!isUnanswered(result)) continue
    tell({ form, action: `${pathname}${search}` })
    comesAfterLostForm = true
    // A status of failure keeps the router from asking for the page's data, which would be lost too.
    results[routeId] = { type: 'data', result: data(undefined, MUTE_STATUS) }
  }
  return results
}
