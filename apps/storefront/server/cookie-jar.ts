import { LOGIN_STEP_MINUTES, OPENED_SHARE_MINUTES, UNUSED_SESSION_DAYS } from '@shop/contract/lifetimes'
import { parse, serialize } from 'hono/utils/cookie'
import { LEAVING_SECONDS } from '../app/platform/session/leaving-mark.ts'

/** The only characters that the shop sets; anything else cannot be passed on in a header. */
const PRINTABLE = /^[\x20-\x7e]+$/
const MINUTE_SECONDS = 60
const DAY_SECONDS = 86_400
const YEAR_SECONDS = 365 * DAY_SECONDS

/** Every cookie that the shop sets, and how long a browser keeps it. The cookie rules list the same. */
export const COOKIE_SECONDS = {
  authToken: UNUSED_SESSION_DAYS * DAY_SECONDS,
  loginStep: LOGIN_STEP_MINUTES * MINUTE_SECONDS,
  cartStorageId: YEAR_SECONDS,
  activeLaboratoryId: YEAR_SECONDS,
  acceptCookie: 150 * DAY_SECONDS,
  locale: YEAR_SECONDS,
  sharedResultKey: OPENED_SHARE_MINUTES * MINUTE_SECONDS,
  /** Written by the page itself when the user logs out without an answer; the shop only reads and removes it. */
  leaving: LEAVING_SECONDS,
} as const
export type CookieName = keyof typeof COOKIE_SECONDS

export interface CookieJar {
  get(name: CookieName): string | undefined
  set(name: CookieName, value: string): void
  clear(name: CookieName): void
  /** The `Set-Cookie` headers of the answer. */
  headers(): string[]
}

/**
 * Browsers accept a name with this prefix from this host alone, over https: a sibling host cannot plant a session or
 * a cart.
 */
const hostName = (name: CookieName) => `__Host-${name}`

/** Cookies of one request. All are HttpOnly, SameSite=Lax, and over https Secure and of this host only. */
export function createCookieJar(header: string | undefined, secure: boolean): CookieJar {
  const received = header ? parse(header) : {}
  const written = new Map<string, string>()
  const attributes = { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const
  const nameOf = (name: CookieName) => (secure ? hostName(name) : name)
  function write(name: CookieName, value: string, maxAge: number) {
    const current = nameOf(name)
    written.set(current, serialize(current, value, { ...attributes, maxAge }))
    if (value === '') delete received[current]
    else received[current] = value
    if (current === name || received[name] === undefined) return
    delete received[name]
    written.set(name, serialize(name, '', { ...attributes, maxAge: 0 }))
  }
  return {
    get(name) {
      // The second is the name from before the prefix, read until the shop writes the cookie again.
      const value = received[nameOf(name)] ?? received[name]
      return value && PRINTABLE.test(value) ? value : undefined
    },
    set: (name, value) => write(name, value, COOKIE_SECONDS[name]),
    clear: (name) => write(name, '', 0),
    headers: () => [...written.values()],
  }
}
