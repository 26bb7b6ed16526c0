import type { StaffLoggedIn } from '@shop/contract/staff'
import type { Locale } from '@shop/domain/locale'
import { parse, serialize } from 'hono/utils/cookie'

/** How long a browser keeps what never changes under its name, and what was chosen in it. */
export const YEAR_SECONDS = 31_536_000

export interface DeskCookies {
  /** Token of the session. */
  readonly session: string | undefined
  readonly locale: string | undefined
  /** Starts a session, in the language of its account. */
  start(session: StaffLoggedIn, now: Date): void
  end(): void
  /** Sets the language until someone chooses another or logs in. */
  speak(locale: Locale): void
  /** Whether keys without Ctrl do something. */
  readonly hasSingleKeys: boolean
  setSingleKeys(areOn: boolean): void
  /** The `Set-Cookie` headers of the response. */
  headers(): string[]
}

/**
 * The desk's cookies. Their names differ from the shop's, since on one machine browsers send the cookies of one port to
 * all others. Over https a browser accepts the session cookie only from this host.
 */
export function createDeskCookies(header: string | undefined, secure: boolean): DeskCookies {
  const received = header ? parse(header) : {}
  const written = new Map<string, string>()
  const sessionName = secure ? '__Host-deskSession' : 'deskSession'
  const write = (name: string, value: string, maxAge: number) =>
    written.set(name, serialize(name, value, { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge }))
  const speak = (locale: Locale) => write('deskLocale', locale, YEAR_SECONDS)
  return {
    session: received[sessionName],
    locale: received.deskLocale,
    start: ({ accessToken, expiresAt, locale }, now) => {
      const seconds = Math.max(0, Math.floor((Date.parse(expiresAt) - now.getTime()) / 1000))
      write(sessionName, accessToken, seconds)
      if (locale) speak(locale)
    },
    end: () => write(sessionName, '', 0),
    hasSingleKeys: received.deskKeys !== 'off',
    setSingleKeys: (areOn) => write('deskKeys', areOn ? 'on' : 'off', YEAR_SECONDS),
    speak,
    headers: () => [...written.values()],
  }
}
