import { localPath, screenAt } from '../platform/navigation/local-path.ts'
import { NAVIGATION } from '../platform/navigation/navigation.ts'

/** Whether the path is a page for who is logged in: then it was the page that asked for the login. */
export function needsLogin(pathnameToReturn: string | null | undefined): boolean {
  const { pathname } = new URL(localPath(pathnameToReturn) ?? '/', 'http://shop.invalid')
  const key = screenAt(pathname)
  return key !== undefined && NAVIGATION[key].needsLogin === true
}

/** Where a login or a registration leads: back to where it was asked for (only paths of this shop), else home. */
export function pathAfterLogin(pathnameToReturn: string | null | undefined): string {
  const path = localPath(pathnameToReturn)
  if (!path) return '/'
  const url = new URL(path, 'http://shop.invalid')
  // Should the session end on that page, its forms are those of a login from now on.
  if (screenAt(url.pathname) === 'addToCart') url.searchParams.set('authMode', 'LOGIN')
  return `${url.pathname}${url.search}${url.hash}`
}
