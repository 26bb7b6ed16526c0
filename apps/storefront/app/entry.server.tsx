import { ApiUnreachable } from '@shop/contract/main-api-client'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { translationsOf } from './i18n/i18n.server.ts'
import { PageTextsContext } from './i18n/page-texts.ts'
import { keptMarkupOf } from './kept-markup.server.ts'
import { KeptMarkup } from './kept-markup.tsx'
import { shopContext } from './shop-context.server.ts'

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
  const handoff = await new Response(data).text()
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
  const html = `<!DOCTYPE html>${page.slice(0, -END_OF_PAGE.length)}${handoffScript(handoff, nonce)}${END_OF_PAGE}`
  return new Response(html, { status, headers })
}

/** The manifest with the page's own routes: React Router would make routes of all seventy for each page. */
function manifestOf({ manifest, staticHandlerContext }: EntryContext): EntryContext['manifest'] {
  const ids = staticHandlerContext.matches.map(({ route }) => route.id)
  return { ...manifest, routes: Object.fromEntries(ids.map((id) => [id, manifest.routes[id]])) }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '\\u0026',
  '>': '\\u003e',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** The page's data for the browser's router, in one piece; React Router would render it as a stream, which a string cannot hold. */
function handoffScript(data: string, nonce: string | undefined): string {
  const text = JSON.stringify(data).replace(/[&><\u2028\u2029]/g, (character) => ESCAPES[character]!)
  const stream = 'window.__reactRouterContext.streamController'
  return `<script${nonce ? ` nonce="${nonce}"` : ''}>${stream}.enqueue(${text});${stream}.close();</script>`
}

/** Thrown answers (404 and the like) are no faults; what else reaches here is logged without its message, which may carry data. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  const { logger } = context.get(shopContext)
  if (error instanceof ApiUnreachable) {
    logger.error('Api client caught error')
    return
  }
  const { name, stack } = error instanceof Error ? error : { name: 'unknown', stack: undefined }
  logger.error({ error: name, place: stack?.split('\n').slice(1, 4) }, 'page failed')
}
