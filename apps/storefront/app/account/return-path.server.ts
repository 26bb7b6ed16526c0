import { localPath, screenAt } from '../platform/navigation/local-path.ts'
import { NAVIGATION } from '../platform/navigation/navigation.ts'

/** Whether the path is a page that needs a login: then that page asked for the login. */
export function needsLogin(pathnameToReturn: string | null | undefined): boolean {
  const { pathname } = new URL(localPath(pathnameToReturn) ?? '/', 'http://shop.invalid')
  const key = screenAt(pathname)
  return key !== undefined && NAVIGATION[key].needsLogin === true
}

/**
 * The path that a login or a registration leads to: the page that asked for it (only paths of this shop), else home.
 */
export function pathAfterLogin(pathnameToReturn: string | null | undefined): string {
  const path = localPath(pathnameToReturn)
  if (!path) return '/'
  const url = new URL(path, 'http://shop.invalid')
  // If the session ends on that page, it then shows the form of a login, not of a registration.
  if (screenAt(url.pathname) === 'addToCart') url.searchParams.set('authMode', 'LOGIN')
  return `${url.pathname}${url.search}${url.hash}`
}
