import { pageAsked } from '@shop/server/page-asked'
import { type MiddlewareFunction, RouterContextProvider } from 'react-router'
import { answerFailures, noteFailure } from '../platform/middleware/answer-failures.server.ts'
import { loggedInOnly } from '../platform/middleware/logged-in-only.server.ts'
import { type Shop, shopContext } from '../platform/session/shop-context.server.ts'

const CHAIN: MiddlewareFunction<Response>[] = [...answerFailures, loggedInOnly]

/**
 * Runs the middleware around every page as the router does. An error thrown by `work` is reported as by `handleError`
 * and makes a page of status 500; one thrown by middleware makes a page of its own status.
 */
export async function runPageMiddleware(
  shop: Shop,
  request: Request,
  work: () => Promise<unknown>,
): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(shopContext, shop)
  const { url } = pageAsked(request.url)
  // As the router gives it: without the leading slash.
  const args = { request, url, context, pattern: url.pathname.slice(1), params: {} }
  const run = async (index: number): Promise<Response> => {
    const middleware = CHAIN[index]
    if (middleware) {
      let answer: Response | undefined
      const next = async () => (answer = await run(index + 1))
      try {
        return (await middleware(args as never, next)) ?? answer ?? (await next())
      } catch (thrown) {
        if (thrown instanceof Response) return thrown
        return new Response(null, { status: (thrown as { init: { status: number } }).init.status })
      }
    }
    try {
      const answer = await work()
      return answer instanceof Response ? answer : Response.json(answer)
    } catch (error) {
      if (error instanceof Response) return error
      noteFailure(context, error)
      return new Response(null, { status: 500 })
    }
  }
  return run(0)
}
