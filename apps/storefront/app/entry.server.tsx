import { ApiUnreachable } from '@shop/contract/main-api-client'
import { renderToReadableStream } from 'react-dom/server'
import {
  createContext,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { placeOf } from './platform/navigation/place-of.ts'
import { scriptsAfterStyles } from './platform/scripts-after-styles.server.ts'
import { isPassing } from './platform/session/is-passing.server.ts'
import { shopContext } from './platform/session/shop-context.server.ts'
import { pageTexts } from './platform/texts/page-texts.server.ts'
import { PageTextsContext } from './platform/texts/use-texts.ts'

/** Whether the page cannot be made for now; what the router hands on to be rendered no longer tells. */
const failedInPassing = createContext(false)

/** Renders the whole page before answering: nothing in it is deferred, so that it is complete without scripts. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce, locale, env } = loadContext.get(shopContext)
  const page = await renderToReadableStream(
    <PageTextsContext value={pageTexts(locale, env.partner)}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </PageTextsContext>,
    { nonce, signal: request.signal, progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const html = scriptsAfterStyles(await new Response(page).text())
  if (!loadContext.get(failedInPassing)) return new Response(html, { status, headers })
  headers.set('Retry-After', '5')
  return new Response(html, { status: 503, headers })
}

/** Thrown answers (404 and the like) are no faults; what else reaches here is logged without its message, which may carry data. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  const { logger } = context.get(shopContext)
  if (isPassing(error)) context.set(failedInPassing, true)
  if (error instanceof ApiUnreachable) {
    logger.error('Api client caught error')
    return
  }
  const { name, stack } = error instanceof Error ? error : { name: 'unknown', stack: undefined }
  logger.error({ error: name, place: placeOf(stack) }, 'page failed')
}
