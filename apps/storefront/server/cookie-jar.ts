import { parse, serialize } from 'hono/utils/cookie'

/** All that the shop sets; anything else cannot be passed on in a header. */
const PRINTABLE = /^[\x20-\x7e]+$/
const MINUTE_SECONDS = 60
const DAY_SECONDS = 86_400
const YEAR_SECONDS = 365 * DAY_SECONDS

/** Every cookie that the shop sets, and how long a browser keeps it. The cookie rules list the same. */
export const COOKIE_SECONDS = {
  /** As long as the main API keeps an access token that is not used. */
  authToken: 30 * DAY_SECONDS,
  cartStorageId: YEAR_SECONDS,
  activeLaboratoryId: YEAR_SECONDS,
  acceptCookie: 150 * DAY_SECONDS,
  locale: YEAR_SECONDS,
  sharedResultKey: 30 * MINUTE_SECONDS,
} as const
export type CookieName = keyof typeof COOKIE_SECONDS

export interface CookieJar {
  get(name: CookieName): string | undefined
  set(name: CookieName, value: string): void
  clear(name: CookieName): void
  /** The `Set-Cookie` headers of the answer. */
  headers(): string[]
}

/** Cookies of one request. All are HttpOnly, SameSite=Lax, and Secure unless the shop is on loopback. */
export function createCookieJar(header: string | undefined, secure: boolean): CookieJar {
  const received = header ? parse(header) : {}
  const written = new Map<CookieName, string>()
  const attributes = { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const
  return {
    get(name) {
      const value = received[name]
      return value && PRINTABLE.test(value) ? value : undefined
    },
    set(name, value) {
      received[name] = value
      written.set(name, serialize(name, value, { ...attributes, maxAge: COOKIE_SECONDS[name] }))
    },
    clear(name) {
      delete received[name]
      written.set(name, serialize(name, '', { ...attributes, maxAge: 0 }))
    },
    headers: () => [...written.values()],
  }
}
