import { type DataStrategyResult, isRouteErrorResponse, type MiddlewareFunction, replace } from 'react-router'
import {
  asBeforeSent,
  isUnanswered,
  keepLost,
  type Results,
  untilAborted,
} from '../platform/pages/lost-answers.ts'

/** A request that got no answer. */
interface LostAnswer {
  /** A form with its typed data, or the address of a page. */
  what: { form: FormData; action: string } | { page: string }
  /** The shop is too busy and asks to be tried again in this many seconds. Null: there was no answer at all. */
  retryAfterSeconds: number | null
}

const NO_ANSWER: Omit<LostAnswer, 'what'> = { retryAfterSeconds: null }
/**
 * A request sent just as the connection returned may neither fail nor be answered. After this long it counts as
 * lost, and the next attempt follows after a pause.
 */
const PATIENCE_MS = 5_000
const { set, lost: lostAnswer } = keepLost<LostAnswer>()

export { lostAnswer }

/** After each form the router loads the page, even if there is nothing to load. That must not show or hide a notice. */
let followsLostForm = false

/**
 * Null if the shop has answered. Whatever comes before the router, such as a shop too busy to let the request in,
 * answers in text; the router's own answers with the same status are data.
 */
function whyUnanswered(result: DataStrategyResult): Omit<LostAnswer, 'what'> | null {
  if (!isUnanswered(result, ({ data }) => typeof data === 'string')) return null
  return isRouteErrorResponse(result.result)
    ? { retryAfterSeconds: retryAfterOf(result.result.data) }
    : NO_ANSWER
}

function retryAfterOf(body: string): number | null {
  try {
    const { missing, retryAfterSeconds } = JSON.parse(body)
    return missing?.includes('capacity') && Number.isFinite(retryAfterSeconds) ? retryAfterSeconds : null
  } catch {
    return null
  }
}

/**
 * If Back leads to a page that redirects, such as a completed step, the target replaces that page: pushed after it,
 * Back would only ever lead to it again. In this case the browser already shows the address of the page. Not thrown:
 * of two redirects the router follows the page's own, not that of the root.
 */
function leadOnInPlace(url: string, results: Results): Results {
  if (url !== location.href) return results
  for (const [routeId, { type, result }] of Object.entries(results)) {
    if (!(result instanceof Response)) continue
    const { headers, status } = result
    const location = headers.get('Location')
    if (location) return { [routeId]: { type, result: replace(location, { headers, status }) } }
  }
  return results
}

const isThere = (): Promise<boolean> =>
  fetch('/healthz', { method: 'HEAD' }).then(
    () => true,
    () => false,
  )

/**
 * Without an answer the visitor stays on the page with all that was typed, and sees a notice (`LostAnswer`). The
 * navigation to a requested page stays pending; a form is as it was before it was sent.
 */
export const stayWhenLost: MiddlewareFunction<Results> = async ({ request }, next) => {
  if (followsLostForm) {
    followsLostForm = false
    return next()
  }
  const page = request.method === 'GET' ? request.url : null
  // A page that is requested again has not arrived yet: the notice stays until it has.
  const lost = lostAnswer.read()
  const isAgain = page && lost && 'page' in lost.what && lost.what.page === page
  if (!isAgain) set(null)
  if (page) {
    const reportLost = (why?: typeof NO_ANSWER | null) => set({ what: { page }, ...(why ?? NO_ANSWER) })
    // Reported lost again, it is requested again, and this attempt ends. An answer that arrives first counts. The
    // router never stops waiting for code that failed to load: if the shop is reachable, the document is loaded.
    const hangs =
      isAgain &&
      setTimeout(async () => {
        const leads = await isThere()
        if (!request.signal.aborted) leads ? location.assign(page) : reportLost()
      }, PATIENCE_MS)
    const results = navigator.onLine || (await isThere()) ? await next() : null
    clearTimeout(hangs || undefined)
    // If something else was requested in the meantime, this request must not change the notice.
    request.signal.throwIfAborted()
    const why = results ? Object.values(results).map(whyUnanswered).find(Boolean) : NO_ANSWER
    if (results && !why) {
      set(null)
      return leadOnInPlace(request.url, results)
    }
    reportLost(why)
    return untilAborted(request)
  }
  const form = await request.clone().formData()
  const results = await next()
  const { pathname, search } = new URL(request.url)
  for (const [routeId, result] of Object.entries(results)) {
    const why = whyUnanswered(result)
    if (!why) continue
    set({ what: { form, action: `${pathname}${search}` }, ...why })
    followsLostForm = true
    return asBeforeSent(routeId)
  }
  return results
}
