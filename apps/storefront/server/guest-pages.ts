import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'
import { shownLaboratory } from '../app/active-laboratory.server.ts'
import { readCatalogue } from '../app/catalogue-cache.server.ts'
import { sharedScreenAt } from '../app/shared-screen.ts'
import type { Shop, ShopServices } from '../app/shop-context.server.ts'
import { type CachedPage, cachedPage, PageCache, preferredEncoding } from './page-cache.ts'
import { requestShop, type ShopOptions } from './request-shop.ts'
import { pagePolicy, securityHeaderFields } from './security-headers.ts'

/** Data of a page that is the same for everybody, fetched ahead: worth keeping until the link is followed. */
export const SHARED_DATA = 'private, max-age=10'
/** Room for some thousand pages with their compressed forms. */
const CAPACITY_BYTES = 32_000_000
/** Dates in a page ("ready on Tuesday") follow the clock: no page lives longer. */
const LIFETIME_MS = 60_000
/** The same question within this time gets the same page, as with the catalogue, without looking at it again. */
const RECALLED_MS = 1_000
const RECALLED = 2_000

interface GuestPages extends ShopOptions {
  services: ShopServices
  /** Renders a page. */
  render: (request: Request, shop: Shop) => Promise<Response>
}

/** What is looked at of a request. */
interface AskedFor {
  method?: string | undefined
  url?: string | undefined
  headers: IncomingHttpHeaders
}

/**
 * Guests' pages and the data of those that they go on to, rendered once per path, laboratory, language, cookie consent and version of the catalogue, and kept
 * compressed. A guest has an empty cart, so nothing else is in them.
 */
export function guestPages({ services, render, ...options }: GuestPages) {
  const cache = new PageCache({ capacity: CAPACITY_BYTES, lifetime: LIFETIME_MS })
  const pending = new Map<string, Promise<CachedPage | null>>()
  const recalled = new Map<string, CachedPage>()
  let recalledUntil = 0

  function remember(question: string, page: CachedPage): void {
    if (recalled.size < RECALLED) recalled.set(question, page)
  }

  /** The page of a question that was asked a moment ago. */
  function recall(question: string): CachedPage | undefined {
    const now = services.now().getTime()
    if (now >= recalledUntil) {
      recalled.clear()
      recalledUntil = now + RECALLED_MS
    }
    return recalled.get(question)
  }

  async function rendered(key: string, c: Context, shop: Shop): Promise<CachedPage | null> {
    const response = await render(new Request(c.req.raw), { ...shop, nonce: undefined })
    const type = response.headers.get('Content-Type') ?? ''
    const fields = type.startsWith('text/html') ? pageFields : type === DATA_TYPE ? dataFields : null
    if (response.status !== 200 || !fields || response.headers.has('Set-Cookie')) return null
    const page = await cachedPage(new Uint8Array(await response.arrayBuffer()), (scripts) => ({
      ...securityHeaderFields(options.secure),
      ...fields(scripts),
      Vary: 'Accept-Encoding, Cookie',
    }))
    cache.set(key, page, services.now().getTime())
    return page
  }

  const pageFields = (scripts: string[]) => ({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': pagePolicy(scripts, services.paymentPageHosts, options.secure),
    'Cache-Control': 'private, no-cache',
  })

  function renderedOnce(key: string, c: Context, shop: Shop): Promise<CachedPage | null> {
    let rendering = pending.get(key)
    if (!rendering) {
      rendering = rendered(key, c, shop).finally(() => pending.delete(key))
      pending.set(key, rendering)
    }
    return rendering
  }

  async function find(c: Context, question: string): Promise<{ page: CachedPage; cookie?: string } | null> {
    const shop = requestShop(c, services, options)
    if (shop.token) return null
    const key = await keyOf(c, shop)
    const page = cache.get(key, services.now().getTime()) ?? (await renderedOnce(key, c, shop))
    const [cookie] = shop.cookies.headers()
    if (page && !cookie) remember(question, page)
    return page && { page, ...(cookie ? { cookie } : {}) }
  }

  return {
    /** A page that was asked for a moment ago, written without the web's requests and answers, which cost more than all the rest. */
    answerAtOnce(request: IncomingMessage, response: ServerResponse): boolean {
      const page = isGuests(request) ? recall(questionOf(request)) : undefined
      if (!page) return false
      const { status, body, fields } = answerOf(page, request.headers)
      response.writeHead(status, fields)
      response.end(body)
      return true
    },

    /** A guest's page; nothing for what is not kept. */
    async answer(c: Context): Promise<Response | null> {
      if (c.req.method !== 'GET') return null
      const request = webRequest(c)
      if (!isGuests(request) || !isKept(request.url ?? '')) return null
      // Whatever goes wrong, the page's own way tells it.
      const found = await find(c, questionOf(request)).catch(() => null)
      if (!found) return null
      const { status, body, fields } = answerOf(found.page, request.headers)
      return new Response(body, {
        status,
        headers: found.cookie ? { ...fields, 'Set-Cookie': found.cookie } : fields,
      })
    },
  }
}

const isGuests = ({ method, headers }: AskedFor) =>
  method === 'GET' && !headers.cookie?.includes('authToken=')
const questionOf = ({ url, headers }: AskedFor) => `${url} ${headers.cookie}`

function webRequest(c: Context): AskedFor {
  const { pathname, search } = new URL(c.req.url)
  return { method: c.req.method, url: `${pathname}${search}`, headers: c.req.header() }
}

/** React Router's. */
const DATA_TYPE = 'text/x-script'

const dataFields = () => ({
  'Content-Type': DATA_TYPE,
  'X-Remix-Response': 'yes',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': SHARED_DATA,
})

/** The data of one route, wherever Back leads from it; not the shell's, which is a person's. */
const ONE_ROUTE = /^(?:pathnameToReturn=[^&]*&)?_routes=(?!root$)\w+$/

/** Pages that are the same for every guest, and their data; an address with a query (but a language) is not worth the room. */
function isKept(url: string): boolean {
  const [path = '', query] = url.split('?')
  if (path.endsWith('.data'))
    return sharedScreenAt(path.slice(0, -'.data'.length)) && ONE_ROUTE.test(query ?? '')
  return sharedScreenAt(path) && (query === undefined || /^locale=[a-z]{2}$/.test(query))
}

async function keyOf(c: Context, shop: Shop): Promise<string> {
  const laboratory = await shownLaboratory(shop)
  const isChosen = laboratory !== null && laboratory.id === shop.activeLaboratoryId
  const version = laboratory ? (await readCatalogue(shop, Number(laboratory.id))).version : ''
  const { locale, cookieAccepted } = shop
  const { locale: inAddress, _routes: routes } = c.req.query()
  return [c.req.path, inAddress, routes, laboratory?.id, isChosen, locale, cookieAccepted, version].join(' ')
}

function answerOf(page: CachedPage, headers: IncomingHttpHeaders) {
  const encoding = preferredEncoding(headers['accept-encoding']?.toString())
  const { body, fields } = page.answers[encoding]
  if (headers['if-none-match'] === fields.ETag) {
    const { 'Content-Length': _, ...unchanged } = fields
    return { status: 304, body: null, fields: unchanged }
  }
  return { status: 200, body, fields }
}
