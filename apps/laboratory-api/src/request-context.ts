import type { IncomingMessage } from 'node:http'
import { OWN_SERVER_HEADER, PARTNER_HEADER } from '@shop/contract/main-api-client'
import { LOCALES, type Locale } from '@shop/domain/locale'
import { clientAddressOf } from '@shop/server/client-address'
import { isOwnServer, type OwnSecrets } from '@shop/server/own-server'
import { requestAnswered } from '@shop/server/request-answered'
import { misdirected } from '@shop/server/run-partners'
import { securityHeaders } from '@shop/server/security-headers'
import { currentTraceId, tracedPart } from '@shop/server/tracing'
import { createMiddleware } from 'hono/factory'
import type { ApiEnv } from './api.ts'
import type { ApiContext } from './context.ts'
import { asReader } from './encryption/unreadable.ts'

const REQUEST_ID = /^[\w-]{1,64}$/

/** The first language of Accept-Language in which the API has texts. */
function preferredLocale(header: string | undefined, fallback: Locale): Locale {
  const wanted = (header ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase())
  return wanted.map((tag) => LOCALES.find((locale) => locale === tag)).find(Boolean) ?? fallback
}

/** The address of the storefront's visitor; null: the request is not from the storefront. */
export function handedOverAddress({ headers }: IncomingMessage, settings: OwnSecrets): string | null {
  if (!isOwnServer(headers[OWN_SERVER_HEADER], settings)) return null
  return String(headers['x-client-address'] ?? '') || null
}

/**
 * Sets id, logger, language and the caller's address of a request, and logs its end: method, route pattern,
 * status and milliseconds, never a query or a body.
 */
export function requestContext({ settings, logger }: ApiContext) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    // From a storefront or desk of another partner whose settings point here by mistake.
    const partner = c.req.header(PARTNER_HEADER)
    if (partner !== undefined && partner !== settings.partner) return misdirected()
    const handsOver = isOwnServer(c.req.header(OWN_SERVER_HEADER), settings)
    // Audit rows contain the id, so no one else may choose it.
    const given = handsOver ? c.req.header('X-Request-Id') : undefined
    const requestId = given && REQUEST_ID.test(given) ? given : (currentTraceId() ?? crypto.randomUUID())
    const requestLogger = logger.child({ requestId })
    c.set('requestId', requestId)
    c.set('logger', requestLogger)
    c.set('viewer', null)
    const locale = preferredLocale(c.req.header('Accept-Language'), settings.defaultLocale)
    c.set('locale', locale)
    const handedOver = handsOver && c.req.header('X-Client-Address')
    c.set('clientAddress', handedOver || clientAddressOf(c, settings.trustedProxies))
    const started = performance.now()
    const answer = async () => {
      await asReader({ locale, logger: requestLogger }, next)
      c.res.headers.set('X-Request-Id', requestId)
      const { method, routePath: route } = c.req
      const { status } = c.res
      const ms = performance.now() - started
      requestAnswered(requestLogger, { program: 'laboratory-api', method, route, status, ms })
    }
    await (c.env?.inProcess ? tracedPart('laboratory-api', answer) : answer())
  })
}

/** Not for calls from the same process: the storefront would only discard these headers. */
export function apiHeaders({ apiPublicUrl }: ApiContext['settings']) {
  const headersForBrowsers = securityHeaders(apiPublicUrl.startsWith('https:'))
  return createMiddleware<ApiEnv>((c, next) => (c.env?.inProcess ? next() : headersForBrowsers(c, next)))
}
