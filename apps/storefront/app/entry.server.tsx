import { describeError } from '@shop/server/log'
import { renderToReadableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { isReplaced, noteFailure } from './platform/middleware/answer-failures.server.ts'
import { proofNeeded, readProblem } from './platform/problems/read-problem.server.ts'
import { pageStylesContext, shopContext } from './platform/session/shop-context.server.ts'
import { pageTexts } from './platform/texts/page-texts.server.ts'
import { PageTextsContext } from './platform/texts/use-texts.ts'

/** Renders the whole page before answering: nothing is deferred, so the page is complete without scripts. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  if (isReplaced(loadContext)) return new Response(null, { status, headers })
  const { nonce, locale, env } = loadContext.get(shopContext)
  const page = await renderToReadableStream(
    <PageTextsContext
      value={{ ...pageTexts(locale, env.partner), styles: loadContext.get(pageStylesContext) }}
    >
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </PageTextsContext>,
    { nonce, signal: request.signal, progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  // If the stream were read earlier, lazily loaded parts would be moved into place by a script.
  await page.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(scriptsAfterStyles(await new Response(page).text()), { status, headers })
}

/**
 * Thrown answers (404 and the like) are not faults. Anything else that reaches this point is logged without its
 * message, which may carry data.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  const { logger } = context.get(shopContext)
  if (noteFailure(context, error)) return
  const problem = readProblem(error)
  if (problem?.code === 'unauthorized' || problem?.status === 429 || proofNeeded(error)) return
  // Reported when the shop starts.
  if (problem?.code === 'nothing_offered') return
  if (problem?.isAnswer && problem.status >= 500) logger.error({ status: problem.status }, 'main API failed')
  else if (problem?.code === 'main_api_unavailable') logger.error('Api client caught error')
  else logger.error(describeError(error), 'page failed')
}

const PRELOAD = '<link rel="modulepreload"'

/**
 * Asks the browser to fetch the page's scripts after what it needs for painting. React Router's `Scripts` lists them
 * in the head with the priority of the styles and has no option for it; on a slow connection the first paint would
 * wait for all of them.
 */
function scriptsAfterStyles(html: string): string {
  return html.replaceAll(PRELOAD, `${PRELOAD} fetchPriority="low"`)
}
