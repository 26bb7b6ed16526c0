import { pathOf } from '../platform/navigation/navigation.ts'
/** The states of the login page; each has its own address, so that it works without scripts and survives a reload. */
export const LOGIN_STATES = ['loginForm', 'resetPasswordForm', 'resetPasswordSuccess'] as const
export type LoginState = (typeof LOGIN_STATES)[number]

export function loginStateOf(value: string | null): LoginState {
  return LOGIN_STATES.find((state) => state === value) ?? 'loginForm'
}

/** What a login needs to know about the page it was opened from. */
export interface Origin {
  pathnameToReturn?: string | undefined
  addableFlowPage?: string | undefined
  /** Where Back leads, if not to that page. */
  backPathKey?: string | undefined
}

/** The path of the login page in a state, with its origin. */
export function loginStatePath(state: LoginState, origin: Origin): string {
  const { backPathKey } = origin
  const own = { ...(state !== 'loginForm' && { state }), ...(backPathKey && { backPathKey }) }
  return `${pathOf('login')}${originQuery(origin, own)}`
}

export function registerPath(origin: Origin): string {
  return `${pathOf('register')}${originQuery(origin)}`
}

/** As the query of an address. */
export function originQuery(origin: Origin, more: Record<string, string> = {}): string {
  const query = new URLSearchParams(more)
  if (origin.pathnameToReturn) query.set('pathnameToReturn', origin.pathnameToReturn)
  if (origin.addableFlowPage) query.set('addableFlowPage', origin.addableFlowPage)
  // Not by `size`, which Safari 16 does not have.
  const asked = String(query)
  return asked && `?${asked}`
}
