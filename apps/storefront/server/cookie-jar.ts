import { parse, serialize } from 'hono/utils/cookie'

export const COOKIE = {
  authToken: 'authToken',
  cartStorageId: 'cartStorageId',
  activeLaboratoryId: 'activeLaboratoryId',
  acceptCookie: 'acceptCookie',
  locale: 'locale',
  sharedResultKey: 'sharedResultKey',
} as const
export type CookieName = keyof typeof COOKIE

export const DAY_SECONDS = 86_400
/** As long as the main API keeps an access token that is not used. */
export const SESSION_SECONDS = 30 * DAY_SECONDS

export interface CookieJar {
  get(name: CookieName): string | undefined
  /** `maxAge` in seconds; absent: until the browser closes. */
  set(name: CookieName, value: string, maxAge?: number): void
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
    get: (name) => received[name] || undefined,
    set(name, value, maxAge) {
      received[name] = value
      written.set(
        name,
        serialize(name, value, { ...attributes, ...(maxAge === undefined ? {} : { maxAge }) }),
      )
    },
    clear(name) {
      delete received[name]
      written.set(name, serialize(name, '', { ...attributes, maxAge: 0 }))
    },
    headers: () => [...written.values()],
  }
}
