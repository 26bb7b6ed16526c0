import {
  asBeforeSent,
  isUnanswered,
  keepLost,
  type Results,
  untilAborted,
} from '@shop/storefront/pages/lost-answers.ts'
import type { MiddlewareFunction } from 'react-router'

/** What got no answer: a form with its typed data, or a page. */
type LostAnswer = { form: FormData; action: string } | 'page'

const { set, lost: lostAnswer } = keepLost<LostAnswer>()

export { lostAnswer }

/**
 * Without an answer nothing typed at the desk is lost: a form is as it was before it was sent, the navigation to a
 * page stays pending, and a notice says so (`LostAnswer`). An error page instead would discard what was typed.
 */
export const stayWhenLost: MiddlewareFunction<Results> = async ({ request }, next) => {
  if (request.method === 'GET') {
    const results = await next()
    // If something else was requested in the meantime, this request must not change the notice.
    request.signal.throwIfAborted()
    if (!Object.values(results).some((result) => isUnanswered(result))) {
      // After a form its page is loaded, which says nothing about the form. Another page leaves the form behind.
      const place = new URL(request.url).pathname
      const lost = lostAnswer.read()
      if (lost === 'page' || (lost && lost.action.split('?')[0] !== place)) set(null)
      return results
    }
    if (lostAnswer.read() === null) set('page')
    return untilAborted(request)
  }
  const form = await request.clone().formData()
  const results = await next()
  const { pathname, search } = new URL(request.url)
  const unanswered = Object.keys(results).find((routeId) => isUnanswered(results[routeId]!))
  set(unanswered === undefined ? null : { form, action: pathname + search })
  return unanswered === undefined ? results : asBeforeSent(unanswered)
}
