import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { LOCALES, type Locale } from '@shop/contract/fields'
import { Problem, problemResponse } from '@shop/contract/problem'
import { repositoryRoot } from '@shop/database/repository-root'
import { sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { type Shop, type ShopServices, shopContext } from '../app/shop-context.server.ts'
import { createCookieJar } from './cookie-jar.ts'
import { sameOriginOnly } from './same-origin.ts'
import { pagePolicy, securityHeaders } from './security-headers.ts'

const BODY_LIMIT_BYTES = 100_000
const REQUEST_ID = /^[\w-]{1,64}$/
const BEARER = /^Bearer (.+)$/

interface SiteOptions {
  build: ServerBuild
  services: ShopServices
  trustedProxies: number
}

/** The storefront's pages and local API. */
export function createSite({ build, services, trustedProxies }: SiteOptions): Hono {
  const secure = services.publicUrl.startsWith('https:')
  const handle = createRequestHandler(build, 'production')
  const site = new Hono()
  site.use(securityHeaders(secure))
  site.get('/healthz', (c) => c.text('ok'))
  site.get('/readyz', async (c) => {
    const ready = await services.database.queries.execute(sql`select 1`).catch(() => null)
    return ready ? c.text('ok') : problemResponse(new Problem('not_ready'))
  })
  site.get('/public-env.js', (c) => {
    c.header('Content-Type', 'text/javascript; charset=utf-8')
    c.header('Cache-Control', 'public, max-age=300')
    return c.body(`window.publicEnv = ${JSON.stringify(services.env).replaceAll('<', '\\u003c')}`)
  })
  const clientFolder = join(repositoryRoot, 'apps/storefront/build/client')
  const immutable = (_: string, c: Context) =>
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
  site.use('/assets/*', serveStatic({ root: clientFolder, precompressed: true, onFound: immutable }))
  site.use(
    serveStatic({
      root: clientFolder,
      precompressed: true,
      onFound: (_, c) => void c.header('Cache-Control', 'public, max-age=3600'),
    }),
  )
  site.use(sameOriginOnly(services.publicUrl))
  site.use(
    bodyLimit({ maxSize: BODY_LIMIT_BYTES, onError: () => problemResponse(new Problem('body_too_large')) }),
  )
  site.use(compress())
  site.all('*', async (c) => {
    const started = performance.now()
    const shop = shopOf(c, services, { secure, trustedProxies })
    const context = new RouterContextProvider()
    context.set(shopContext, shop)
    const answer = await handle(c.req.raw, context)
    const response = new Response(answer.body, answer)
    for (const cookie of shop.cookies.headers()) response.headers.append('Set-Cookie', cookie)
    response.headers.set('X-Request-Id', shop.requestId)
    const type = response.headers.get('Content-Type')
    if (type?.startsWith('text/html')) {
      response.headers.set('Content-Type', 'text/html; charset=utf-8')
      response.headers.set(
        'Content-Security-Policy',
        pagePolicy([`nonce-${shop.nonce}`], services.paymentPageHosts, secure),
      )
    }
    if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'private, no-store')
    logAnswer(shop, c, build, response.status, started)
    return response
  })
  return site
}

/** Logs the route's pattern, since a path may carry ids and a query a search term. */
function logAnswer(shop: Shop, c: Context, build: ServerBuild, status: number, started: number) {
  const [, first = '', second = ''] = c.req.path.split('/')
  const known = Object.values(build.routes).some((route) => route?.path?.split('/')[0] === first)
  const area = known
    ? `/${first}${first === 'order' || first === 'api' ? `/${second}` : ''}`
    : first
      ? '/…'
      : '/'
  shop.logger.info(
    { method: c.req.method, area, status, ms: Math.round(performance.now() - started) },
    'storefront',
  )
}

function shopOf(
  c: Context,
  services: ShopServices,
  { secure, trustedProxies }: { secure: boolean; trustedProxies: number },
): Shop {
  const given = c.req.header('X-Request-Id')
  const requestId = given && REQUEST_ID.test(given) ? given : crypto.randomUUID()
  const cookies = createCookieJar(c.req.header('Cookie'), secure)
  const isApi = c.req.path.startsWith('/api/')
  const authorization = isApi ? c.req.header('Authorization') : undefined
  const token = BEARER.exec(authorization ?? cookies.get('authToken') ?? '')?.[1]
  const locale = localeOf(c, cookies.get('locale'), services.env.defaultLocale)
  const clientAddress = clientAddressOf(c, trustedProxies)
  const userAgent = c.req.header('User-Agent')
  return {
    ...services,
    logger: services.logger.child({ requestId }),
    requestId,
    nonce: randomBytes(16).toString('base64'),
    locale,
    token,
    cartStorageId: (isApi && c.req.header('X-Cart-Storage-Id')) || cookies.get('cartStorageId'),
    activeLaboratoryId:
      (isApi && (c.req.header('X-Laboratory-Id') || c.req.query('laboratoryId'))) ||
      cookies.get('activeLaboratoryId'),
    cookieAccepted: cookies.get('acceptCookie') !== undefined,
    clientAddress,
    userAgent,
    cookies,
    api: services.createApi({ ...(token ? { token } : {}), locale, requestId, clientAddress, userAgent }),
  }
}

/** `?locale=` (what hreflang links carry), else the remembered language, else the shop's default. */
function localeOf(c: Context, remembered: string | undefined, fallback: string): Locale {
  const wanted = [c.req.query('locale'), remembered, fallback]
  return wanted.map((tag) => LOCALES.find((locale) => locale === tag)).find(Boolean) ?? 'en'
}

function clientAddressOf(c: Context, trustedProxies: number): string {
  if (trustedProxies > 0) {
    const chain = (c.req.header('X-Forwarded-For') ?? '').split(',').map((part) => part.trim())
    const address = chain.at(-trustedProxies)
    if (address) return address
  }
  return (
    (c.env as { incoming?: { socket?: { remoteAddress?: string } } }).incoming?.socket?.remoteAddress ??
    'unknown'
  )
}
