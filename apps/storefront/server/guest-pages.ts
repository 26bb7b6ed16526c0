import { randomBytes } from 'node:crypto'
import { DATA_TYPE, type PageAsked, pageAsked } from '@shop/server/page-asked'
import { securityHeaderFields } from '@shop/server/security-headers'
import type { Context } from 'hono'
import { type CachedPage, cachedPage, preferredEncoding } from '../app/platform/cache/cached-page.server.ts'
import { cacheReads, secondsToKeep } from '../app/platform/cache/shop-memory.server.ts'
import { readCallableRegions, readCatalogue } from '../app/platform/catalogue/catalogue-cache.server.ts'
import { activeLaboratory, shownLaboratory } from '../app/platform/laboratory/active-laboratory.server.ts'
import { localPath } from '../app/platform/navigation/local-path.ts'
import { sharedScreenAt } from '../app/platform/navigation/shared-screen.ts'
import type { Shop, ShopServices } from '../app/platform/session/shop-context.server.ts'
import { requestShop, type ShopOptions } from './request-shop.ts'

const KEPT_SECONDS = 10
/** Cache-Control of prefetched page data that are the same for everybody: worth keeping until the link is followed. */
export const sharedData = (now: Date) => `private, max-age=${secondsToKeep(KEPT_SECONDS, now)}`
/**
 * A proxy may answer a guest's page on its own for as long; a browser asks each time whether its copy is still valid.
 */
const sharedPage = (now: Date) =>
  `public, max-age=0, s-maxage=${secondsToKeep(KEPT_SECONDS, now)}, must-revalidate`
const OWN_PAGE = 'private, no-cache'
const BACK = 'pathnameToReturn'
/**
 * A proxy that reads the shop's cookies (deploy/cache) names in this header the variant of a guest's page that it
 * looks for. The shop compares it with its own: only a page for which the two agree is cached by this header instead
 * of by all cookies.
 */
const VARIANT = 'X-Shop-Variant'

function variantOf({ cookies, cookieAccepted }: Shop): string {
  const [laboratory = '', language = ''] = [cookies.get('activeLaboratoryId'), cookies.get('locale')]
  return `laboratory=${laboratory}; language=${language}; cookies=${cookieAccepted ? 'accepted' : ''}`
}

interface GuestPages extends ShopOptions {
  services: ShopServices
  /** The Content-Security-Policy of a page with these script sources. */
  policy: (scripts: string[]) => string
  render: (request: Request, shop: Shop) => Promise<Response>
}

/**
 * Guests' pages, and the data of the pages that they go on to. Each is rendered once per address, laboratory,
 * language, cookie consent, partner, version of the catalogue and of the regions of home visits, and kept compressed. A
 * guest has an empty cart, so pages hold nothing else, and no other cookie counts. Answers null for what is not kept.
 */
export function guestPages({ services, policy, render, ...options }: GuestPages) {
  const { pages, pagesUnderWay } = services.memory

  async function rendered(key: string, c: Context, shop: Shop): Promise<CachedPage | null> {
    // A fresh nonce that no answer has carried yet.
    const nonce = randomBytes(16).toString('base64url')
    const response = await render(new Request(c.req.raw), { ...shop, nonce })
    const type = response.headers.get('Content-Type') ?? ''
    const isPage = type.startsWith('text/html')
    if (response.status !== 200 || !(isPage || type === DATA_TYPE) || response.headers.has('Set-Cookie')) {
      return null
    }
    // A laboratory was added or removed during rendering: it is unclear whose prices these are.
    if ((await keyOf(c, shop)) !== key) return null
    const page = await cachedPage(new Uint8Array(await response.arrayBuffer()), nonce, (scripts) => ({
      ...securityHeaderFields(options.secure),
      ...(isPage ? pageFields(scripts) : dataFields(response)),
      Vary: 'Accept-Encoding, Cookie',
    }))
    pages.set(key, page)
    return page
  }

  const pageFields = (scripts: string[]) => ({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy(scripts),
  })

  function renderedOnce(key: string, c: Context, shop: Shop): Promise<CachedPage | null> {
    let rendering = pagesUnderWay.get(key)
    if (!rendering) {
      rendering = rendered(key, c, shop).finally(() => pagesUnderWay.delete(key))
      pagesUnderWay.set(key, rendering)
    }
    return rendering
  }

  async function find(c: Context): Promise<{ page: CachedPage; cookies: string[]; variant: string } | null> {
    const shop = requestShop(c, services, options)
    // A session that is about to end needs an answer of its own.
    if (shop.token || shop.cookies.get('leaving') !== undefined) return null
    const key = await keyOf(c, shop)
    const kept = pages.get(key)
    cacheReads.inc({ cache: 'pages', outcome: kept ? 'hit' : 'miss' })
    const page = kept ?? (await renderedOnce(key, c, shop))
    return page && { page, cookies: shop.cookies.headers(), variant: variantOf(shop) }
  }

  return async (c: Context): Promise<Response | null> => {
    if (c.req.method !== 'GET' || !isKept(c)) return null
    // If anything fails here, the regular rendering of the page reports it.
    const found = await find(c).catch(() => null)
    if (!found) return null
    const response = answerOf(found.page, c)
    const isData = response.headers.get('Content-Type')?.startsWith(DATA_TYPE)
    response.headers.set('Cache-Control', (isData ? sharedData : sharedPage)(services.now()))
    const variant = c.req.header(VARIANT)
    if (variant === found.variant) response.headers.set('Vary', `Accept-Encoding, ${VARIANT}`)
    const isOwn = found.cookies.length > 0 || (variant !== undefined && variant !== found.variant)
    for (const cookie of found.cookies) response.headers.append('Set-Cookie', cookie)
    if (isOwn) response.headers.set('Cache-Control', OWN_PAGE)
    return response
  }
}

/** Headers of page data, with everything that the router sets on them. */
const dataFields = (response: Response) => ({
  ...Object.fromEntries(response.headers),
  'content-type': `${DATA_TYPE}; charset=utf-8`,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
})

/**
 * Whether the request is for data of one page that are the same for everybody. The shell's data are personal, and so
 * are the start page's.
 */
export const isSharedData = ({ url: { pathname }, isData, routes }: PageAsked): boolean =>
  isData && pathname !== '/' && sharedScreenAt(pathname) && routes?.includes('root') === false

/**
 * Pages that are the same for every guest, and their data. Of addresses with a query, only those with just a language
 * and those that say which shared page Back leads to are kept; others (a search, say) are not worth the room.
 */
function isKept(c: Context): boolean {
  const asked = pageAsked(c.req.url)
  if (asked.isData) {
    const { routes, url } = asked
    const isOneRoute = routes?.length === 1 && /^\w+$/.test(routes[0]!)
    // Wherever Back leads from this page.
    return isSharedData(asked) && isOneRoute && [...url.searchParams.keys()].every((name) => name === BACK)
  }
  const { pathname, search, searchParams } = new URL(c.req.url)
  if (!sharedScreenAt(pathname)) return false
  if (search === '' || /^\?locale=[a-z]{2}$/.test(search)) return true
  const back = searchParams.get(BACK)
  return searchParams.size === 1 && isPlainPath(back) && sharedScreenAt(back)
}

const isPlainPath = (path: string | null): path is string =>
  path !== null && localPath(path) === path && !/[?#]/.test(path)

async function keyOf(c: Context, shop: Shop): Promise<string> {
  const [chosen, laboratory] = await Promise.all([activeLaboratory(shop), shownLaboratory(shop)])
  const version = laboratory ? (await readCatalogue(shop, Number(laboratory.id))).version : ''
  const { locale, cookieAccepted, env } = shop
  // The price of a home visit.
  const regions = laboratory?.callable && (await readCallableRegions(shop)).version
  const { locale: inAddress, [BACK]: back } = c.req.query()
  // A page's data do not depend on where Back leads.
  const address = [c.req.path, inAddress, pageAsked(c.req.url).routes ?? ['back', back]]
  const sources = [chosen?.id, laboratory?.id, version, regions]
  return JSON.stringify([address, ...sources, locale, cookieAccepted, env.partner])
}

function answerOf(page: CachedPage, c: Context): Response {
  const { body, fields } = page.answers[preferredEncoding(c.req.header('Accept-Encoding'))]
  if (c.req.header('If-None-Match') !== fields.ETag) return new Response(body, { headers: fields })
  const { 'Content-Length': _, ...unchanged } = fields
  return new Response(null, { status: 304, headers: unchanged })
}
