import { randomBytes } from 'node:crypto'
import { LOCALES, type Locale } from '@shop/domain/locale'
import { clientAddressOf } from '@shop/server/client-address'
import { currentTraceId } from '@shop/server/tracing'
import type { Context } from 'hono'
import { API_PATH } from '../app/platform/navigation/navigation.ts'
import { bearerOf } from '../app/platform/session/session.server.ts'
import type { Shop, ShopServices } from '../app/platform/session/shop-context.server.ts'
import { type CookieJar, type CookieName, createCookieJar } from './cookie-jar.ts'

export interface ShopOptions {
  secure: boolean
  trustedProxies: number
}

/** What the shop knows of one request: the caller, the language, the cookies. */
export function requestShop(c: Context, services: ShopServices, options: ShopOptions): Shop {
  const requestId = currentTraceId() ?? crypto.randomUUID()
  const cookies = createCookieJar(c.req.header('Cookie'), options.secure)
  const isApi = c.req.path.startsWith(API_PATH)
  const authorization = isApi ? c.req.header('Authorization') : undefined
  // A customer who has left is a guest, whatever the browser still holds.
  const own = (name: CookieName) => (cookies.get('leaving') === undefined ? cookies.get(name) : undefined)
  const token = bearerOf(authorization ?? own('authToken'))
  const locale = localeOf(c, cookies, services.env.defaultLocale)
  const clientAddress = clientAddressOf(c, options.trustedProxies)
  const userAgent = c.req.header('User-Agent')
  return {
    ...services,
    logger: services.logger.child({ requestId }),
    requestId,
    nonce: isApi ? undefined : randomBytes(16).toString('base64'),
    locale,
    token,
    cartStorageId: (isApi && c.req.header('X-Cart-Storage-Id')) || own('cartStorageId'),
    activeLaboratoryId:
      (isApi && (c.req.header('X-Laboratory-Id') || c.req.query('laboratoryId'))) ||
      cookies.get('activeLaboratoryId'),
    cookieAccepted: cookies.get('acceptCookie') !== undefined,
    isAnswer: c.req.method === 'POST',
    clientAddress,
    userAgent,
    cookies,
    api: services.createApi({
      ...(token ? { token } : {}),
      locale,
      requestId,
      clientAddress,
      userAgent,
      onSessionRenewed: () => renewSession(cookies, token),
    }),
  }
}

/**
 * The cookie lasts as long as its token. A cookie that the answer clears or replaces stays as the answer set it; a
 * Bearer header is up to its caller.
 */
function renewSession(cookies: CookieJar, token: string | undefined): void {
  const value = cookies.get('authToken')
  if (value && value === `Bearer ${token}`) cookies.set('authToken', value)
}

/**
 * The language of `?locale=` (which hreflang links carry), else the remembered one, else the shop's default. A
 * language in the address is remembered: the next page is fetched without it and must not arrive in another language.
 */
function localeOf(c: Context, cookies: CookieJar, fallback: string): Locale {
  const known = (tag: string | undefined) => LOCALES.find((locale) => locale === tag)
  const asked = known(c.req.query('locale'))
  const remembered = known(cookies.get('locale'))
  if (asked && asked !== remembered) cookies.set('locale', asked)
  return asked ?? remembered ?? known(fallback) ?? 'en'
}
