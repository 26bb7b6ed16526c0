import { isUnanswered, keepLost, untilAborted } from '@shop/storefront/pages/lost-answers.ts'
import { type DataStrategyResult, data, type MiddlewareFunction } from 'react-router'

/** What got no answer: a form with what was typed into it, or a page. */
type LostAnswer = { form: FormData; action: string } | 'page'
type Results = Record<string, DataStrategyResult>

const { tell, lost: lostAnswer } = keepLost<LostAnswer>()

export { lostAnswer }

/**
 * Without an answer nobody at the desk loses what they typed: a form stands as before it was sent, a page that was asked for
 * stays on its way, and `LostAnswer` tells it. An error page in its place would take the words along.
 */
export const stayWhenLost: MiddlewareFunction<Results> = async ({ request }, next) => {
  if (request.method === 'GET') {
    const results = await next()
    // What was asked for meanwhile has the say: neither its notice nor its silence is this one's.
    request.signal.throwIfAborted()
    if (!Object.values(results).some((result) => isUnanswered(result))) {
      // After a form its page is asked for: that this comes says nothing of the form, another page leaves it behind.
      const place = new URL(request.url).pathname
      const lost = lostAnswer.read()
      if (lost === 'page' || (lost && lost.action.split('?')[0] !== place)) tell(null)
      return results
    }
    if (lostAnswer.read() === null) tell('page')
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
