import { ApiUnreachable } from '@shop/contract/main-api-client'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import {
  createContext,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { translationsOf } from './i18n/i18n.server.ts'
import { PageTextsContext } from './i18n/page-texts.ts'
import { isPassing } from './is-passing.server.ts'
import { keptMarkupOf } from './kept-markup.server.ts'
import { KeptMarkup } from './kept-markup.tsx'
import { pageScripts } from './page-scripts.server.ts'
import { placeOf } from './place-of.ts'
import { shopContext } from './shop-context.server.ts'

/** Whether the page cannot be made for now; what the router hands on to be rendered no longer tells. */
const failedInPassing = createContext(false)

const END_OF_PAGE = '</body></html>'

/**
 * Renders the whole page before answering: nothing in it is deferred, so that it is complete without scripts. To a
 * string: a stream of thousands of pieces costs twice as much.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce, locale, env } = loadContext.get(shopContext)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const { serverHandoffStream: data, ...context } = { ...routerContext, manifest: manifestOf(routerContext) }
  const handoff = new Response(data).text()
  const { i18n, textsAddress, theme } = translationsOf(locale, env.partner)
  const page = renderToString(
    <I18nextProvider i18n={i18n}>
      <PageTextsContext value={{ texts: textsAddress, partner: env.partner, theme }}>
        <KeptMarkup value={keptMarkupOf}>
          <ServerRouter context={context} url={request.url} nonce={nonce} />
        </KeptMarkup>
      </PageTextsContext>
    </I18nextProvider>,
  )
  const scripts = pageScripts({ context: routerContext, data: await handoff, texts: textsAddress, nonce })
  const html = `<!DOCTYPE html>${page.slice(0, -END_OF_PAGE.length)}${scripts}${END_OF_PAGE}`
  if (!loadContext.get(failedInPassing)) return new Response(html, { status, headers })
  headers.set('Retry-After', '5')
  return new Response(html, { status: 503, headers })
}

/** The manifest with the page's own routes: React Router would make routes of all seventy for each page. */
function manifestOf({ manifest, staticHandlerContext }: EntryContext): EntryContext['manifest'] {
  const ids = staticHandlerContext.matches.map(({ route }) => route.id)
  return { ...manifest, routes: Object.fromEntries(ids.map((id) => [id, manifest.routes[id]])) }
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
