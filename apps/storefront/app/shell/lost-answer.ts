import {
  type DataStrategyResult,
  data,
  isRouteErrorResponse,
  type MiddlewareFunction,
  replace,
} from 'react-router'
import { isUnanswered, keepLost, untilAborted } from '../platform/pages/lost-answers.ts'

/** What got no answer. */
interface LostAnswer {
  /** A form with what was typed into it, or the address of a page. */
  what: { form: FormData; action: string } | { page: string }
  /** The shop is there and too busy: in how many seconds it asks to be asked again. Null: nobody answered at all. */
  retryAfterSeconds: number | null
}

const NO_ANSWER: Omit<LostAnswer, 'what'> = { retryAfterSeconds: null }
/**
 * A request that was begun as the line came back may neither fail nor be answered: it is waited for so long,
 * and the next pause.
 */
const PATIENCE_MS = 5_000
const { tell, lost: lostAnswer } = keepLost<LostAnswer>()

export { lostAnswer }

/** After each form the router asks for the page, even where it has nothing to ask for: that neither tells nor hushes anything. */
let comesAfterLostForm = false

/**
 * Null: the shop has answered. Who stands before the router, as a shop that is too busy to let the request in, answers in
 * text; the router's own answers of that status are data.
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
 * Going back to a page that leads on, as a step that is done, takes its place: put after it, Back would lead to it again and
 * nowhere else. The browser has the address of such a page already.
 */
function leadOnInPlace(url: string, results: Record<string, DataStrategyResult>): void {
  if (url !== location.href) return
  for (const each of Object.values(results)) {
    if (!(each.result instanceof Response)) continue
    const { headers, status } = each.result
    const location = headers.get('Location')
    if (location) each.result = replace(location, { headers, status })
  }
}

const isThere = (): Promise<boolean> =>
  fetch('/healthz', { method: 'HEAD' }).then(
    () => true,
    () => false,
  )

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
  const page = request.method === 'GET' ? request.url : null
  // A page that is asked for again is not there yet: the notice goes when it is.
  const lost = lostAnswer.read()
  const isAgain = page && lost && 'page' in lost.what && lost.what.page === page
  if (!isAgain) tell(null)
  if (page) {
    const tellLost = (why?: typeof NO_ANSWER | null) => tell({ what: { page }, ...(why ?? NO_ANSWER) })
    // Told anew, it is asked for anew, and this try gives way. An answer that comes before counts. The router
    // never ends its wait for code that it could not load: of a shop that is there the document is asked for.
    const hangs =
      isAgain &&
      setTimeout(async () => {
        const leads = await isThere()
        if (!request.signal.aborted) leads ? location.assign(page) : tellLost()
      }, PATIENCE_MS)
    const results = navigator.onLine || (await isThere()) ? await next() : null
    clearTimeout(hangs || undefined)
    // What was asked for meanwhile has the say: neither its notice nor its silence is this one's.
    request.signal.throwIfAborted()
    const why = results ? Object.values(results).map(whyUnanswered).find(Boolean) : NO_ANSWER
    if (results && !why) {
      tell(null)
      leadOnInPlace(request.url, results)
      return results
    }
    tellLost(why)
    return untilAborted(request)
  }
  const form = await request.clone().formData()
  const results = await next()
  const { pathname, search } = new URL(request.url)
  for (const [routeId, result] of Object.entries(results)) {
    const why = whyUnanswered(result)
    if (!why) continue
    tell({ what: { form, action: `${pathname}${search}` }, ...why })
    comesAfterLostForm = true
    // A status of failure keeps the router from asking for the page's data, which would be lost too.
    results[routeId] = { type: 'data', result: data(undefined, 503) }
  }
  return results
}
