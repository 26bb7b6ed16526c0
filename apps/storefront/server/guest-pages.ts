import { randomBytes } from 'node:crypto'
import { cacheReads } from '@shop/server/metrics'
import { DATA_TYPE, type PageAsked, pageAsked } from '@shop/server/page-asked'
import { securityHeaderFields } from '@shop/server/security-headers'
import type { Context } from 'hono'
import { type CachedPage, cachedPage, preferredEncoding } from '../app/platform/cache/cached-page.server.ts'
import { secondsToKeep } from '../app/platform/cache/shop-memory.server.ts'
import { readCatalogue } from '../app/platform/catalogue/catalogue-cache.server.ts'
import { activeLaboratory, shownLaboratory } from '../app/platform/laboratory/active-laboratory.server.ts'
import { localPath } from '../app/platform/navigation/local-path.ts'
import { sharedScreenAt } from '../app/platform/navigation/shared-screen.ts'
import type { Shop, ShopServices } from '../app/platform/session/shop-context.server.ts'
import { requestShop, type ShopOptions } from './request-shop.ts'

const KEPT_SECONDS = 10
/** Data of a page that is the same for everybody, fetched ahead: worth keeping until the link is followed. */
export const sharedData = (now: Date) => `private, max-age=${secondsToKeep(KEPT_SECONDS, now)}`
/** A proxy may answer a guest's page for as long itself; a browser asks each time whether its copy still holds. */
const sharedPage = (now: Date) =>
  `public, max-age=0, s-maxage=${secondsToKeep(KEPT_SECONDS, now)}, must-revalidate`
const OWN_PAGE = 'private, no-cache'
const BACK = 'pathnameToReturn'
/**
 * By this a proxy that reads the shop's cookies (deploy/cache) tells which of the guests' pages it looks for. It is the proxy's
 * word, which is compared with the shop's own: only a page that both name the same is kept apart by it, and not by all cookies.
 */
const VARIANT = 'X-Shop-Variant'

function variantOf({ cookies, cookieAccepted }: Shop): string {
  const [laboratory = '', language = ''] = [cookies.get('activeLaboratoryId'), cookies.get('locale')]
  return `laboratory=${laboratory}; language=${language}; cookies=${cookieAccepted ? 'accepted' : ''}`
}

interface GuestPages extends ShopOptions {
  services: ShopServices
  /** The policy of a page with these sources of scripts. */
  policy: (scripts: string[]) => string
  /** Renders a page. */
  render: (request: Request, shop: Shop) => Promise<Response>
}

/**
 * Guests' pages and the data of those that they go on to, rendered once per address, laboratory, language, cookie
 * consent, partner and version of the catalogue, and kept compressed. A guest has an empty cart, so nothing else is in
 * them, and no other cookie counts. Answers nothing for what is not kept.
 */
export function guestPages({ services, policy, render, ...options }: GuestPages) {
  const { pages, pagesUnderWay } = services.memory

  async function rendered(key: string, c: Context, shop: Shop): Promise<CachedPage | null> {
    // Its own, which no answer has named yet.
    const nonce = randomBytes(16).toString('base64url')
    const response = await render(new Request(c.req.raw), { ...shop, nonce })
    const type = response.headers.get('Content-Type') ?? ''
    const isPage = type.startsWith('text/html')
    if (response.status !== 200 || !(isPage || type === DATA_TYPE) || response.headers.has('Set-Cookie')) {
      return null
    }
    // A laboratory that came or went meanwhile: nobody knows whose prices these are.
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
    // A session that is to end takes an answer of its own.
    if (shop.token || shop.cookies.get('leaving') !== undefined) return null
    const key = await keyOf(c, shop)
    const kept = pages.get(key)
    cacheReads.inc({ cache: 'pages', outcome: kept ? 'hit' : 'miss' })
    const page = kept ?? (await renderedOnce(key, c, shop))
    return page && { page, cookies: shop.cookies.headers(), variant: variantOf(shop) }
  }

  return async (c: Context): Promise<Response | null> => {
    if (c.req.method !== 'GET' || !isKept(c)) return null
    // Whatever goes wrong, the page's own way tells it.
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

/** With all that the router says of its data. */
const dataFields = (response: Response) => ({
  ...Object.fromEntries(response.headers),
  'content-type': `${DATA_TYPE}; charset=utf-8`,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
})

/** Whether it is data of a page's own that are the same for everybody: the shell's are a person's, and so are the start page's. */
export const isSharedData = ({ url: { pathname }, isData, routes }: PageAsked): boolean =>
  isData && pathname !== '/' && sharedScreenAt(pathname) && routes?.includes('root') === false

/**
 * Pages that are the same for every guest, and their data. Of addresses with a query those with a language alone and those
 * that say which shared page Back leads to; others (a search, say) are not worth the room.
 */
function isKept(c: Context): boolean {
  const asked = pageAsked(c.req.url)
  if (asked.isData) {
    const { routes, url } = asked
    const isOneRoute = routes?.length === 1 && /^\w+$/.test(routes[0]!)
    // Wherever Back leads from it.
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
  const { locale: inAddress, [BACK]: back } = c.req.query()
  // A page's data do not say where Back leads.
  const address = [c.req.path, inAddress, pageAsked(c.req.url).routes ?? ['back', back]]
  return JSON.stringify([address, chosen?.id, laboratory?.id, locale, cookieAccepted, env.partner, version])
}

function answerOf(page: CachedPage, c: Context): Response {
  const { body, fields } = page.answers[preferredEncoding(c.req.header('Accept-Encoding'))]
  if (c.req.header('If-None-Match') !== fields.ETag) return new Response(body, { headers: fields })
  const { 'Content-Length': _, ...unchanged } = fields
  return new Response(null, { status: 304, headers: unchanged })
}
