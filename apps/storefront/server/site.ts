import type { Partner } from '@shop/contract/partner'
import { Problem, problemResponse } from '@shop/contract/problem'
import { healthRoutes } from '@shop/server/health'
import { DATA_TYPE, pageAsked } from '@shop/server/page-asked'
import { BODY_LIMIT_BYTES, readableForms, withReadablePath } from '@shop/server/readable-requests'
import { refusedRequests } from '@shop/server/refused-requests'
import { requestAnswered } from '@shop/server/request-answered'
import { securityHeaders } from '@shop/server/security-headers'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { API_PATH } from '../app/platform/navigation/navigation.ts'
import { endLeftSession, FORGET_SITE } from '../app/platform/session/session.server.ts'
import {
  pageStylesContext,
  type Shop,
  type ShopServices,
  shopContext,
} from '../app/platform/session/shop-context.server.ts'
import { compressed } from './compressed.ts'
import { guestPages, isSharedData, sharedData } from './guest-pages.ts'
import { pagePolicy } from './page-policy.ts'
import { builtStyles } from './page-styles.ts'
import { requestShop } from './request-shop.ts'
import { sameOriginOnly } from './same-origin.ts'
import { staticFiles } from './static-files.ts'

/** React Router's build of the routes: made once when built, remade after each change in development. */
export type Pages = ServerBuild | (() => Promise<ServerBuild>)

interface SiteOptions {
  pages: Pages
  services: ShopServices
  trustedProxies: number
  partner: Partner
}

/** The storefront's pages and local API. */
export function createSite({ pages, services, trustedProxies, partner }: SiteOptions): Hono {
  const options = { secure: services.publicUrl.startsWith('https:'), trustedProxies }
  const built = typeof pages === 'function' ? undefined : pages
  const handle = createRequestHandler(pages, built ? 'production' : 'development')
  const styles = built && builtStyles()
  const policy = (scripts: string[]) =>
    pagePolicy({
      scripts,
      styles: styles ? [styles.source] : [],
      paymentPageHosts: services.paymentPageHosts,
      secure: options.secure,
    })
  const render = (request: Request, shop: Shop) => {
    const context = new RouterContextProvider()
    context.set(shopContext, shop)
    // A logged-in customer has been here before and has the style file; a guest would wait for one more answer.
    if (styles && !shop.token) context.set(pageStylesContext, styles)
    return handle(request, context)
  }
  // During development a page rendered a moment ago is already out of date.
  const guestPage = built && guestPages({ services, policy, render, ...options })
  const site = new Hono()
  site.use(async (c, next) => {
    const started = performance.now()
    const answer = await guestPage?.(c)
    if (!answer) return next()
    const ms = performance.now() - started
    const { method } = c.req
    const [route, status] = ['a kept page', answer.status]
    requestAnswered(services.logger, { program: 'storefront', method, route, status, ms })
    return answer
  })
  site.use(securityHeaders(options.secure))
  site.route('/', healthRoutes(services.database, options.secure))
  site.get('/public-env.js', (c) => {
    c.header('Content-Type', 'text/javascript; charset=utf-8')
    c.header('Cache-Control', 'public, max-age=300')
    return c.body(`window.publicEnv = ${JSON.stringify(services.env).replaceAll('<', '\\u003c')}`)
  })
  const { partner: slug, defaultLocale: locale } = services.env
  site.route('/', staticFiles({ slug, partner, locale }))
  const noteRefusal = refusedRequests(services.logger, trustedProxies)
  site.use(sameOriginOnly(services.publicUrl, (c) => noteRefusal(c, 'other_origin')))
  const limit = bodyLimit({
    maxSize: BODY_LIMIT_BYTES,
    onError: (c) => {
      noteRefusal(c, 'body_too_large')
      return problemResponse(new Problem('body_too_large'))
    },
  })
  site.use((c, next) => (c.req.method === 'GET' || isShort(c) ? next() : limit(c, next)))
  // The local API reads JSON.
  site.use(readableForms((path) => path.startsWith(API_PATH)))
  site.all('*', async (c) => {
    const shop = requestShop(c, services, options)
    const hasLeft = shop.cookies.get('leaving') !== undefined && (await endLeftSession(shop))
    const response = await compressed(c, await render(withReadablePath(c.req.raw), shop))
    for (const cookie of shop.cookies.headers()) response.headers.append('Set-Cookie', cookie)
    response.headers.set('X-Request-Id', shop.requestId)
    if (hasLeft) response.headers.set('Clear-Site-Data', FORGET_SITE['Clear-Site-Data'])
    if (response.headers.get('Content-Type')?.startsWith('text/html')) {
      response.headers.set('Content-Type', 'text/html; charset=utf-8')
      response.headers.set('Content-Security-Policy', policy([`nonce-${shop.nonce}`]))
    }
    if (response.headers.get('Content-Type') === DATA_TYPE) {
      response.headers.set('Content-Type', `${DATA_TYPE}; charset=utf-8`)
    }
    if (isSharedPrefetch(c, response)) {
      response.headers.set('Cache-Control', sharedData(services.now()))
      response.headers.append('Vary', 'Cookie')
    }
    if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'private, no-store')
    return response
  })
  return site
}

/** A body with a declared length, which Node enforces, needs no check: the check alone would turn it into a stream. */
function isShort(c: Context): boolean {
  const length = c.req.header('Content-Length')
  return length !== undefined && Number(length) <= BODY_LIMIT_BYTES && !c.req.header('Transfer-Encoding')
}

/** Whether the answer is prefetched data of a page that is the same for everybody. */
function isSharedPrefetch(c: Context, { status }: Response): boolean {
  const purpose = c.req.header('Sec-Purpose') ?? c.req.header('Purpose') ?? ''
  return status === 200 && purpose.includes('prefetch') && isSharedData(pageAsked(c.req.url))
}
