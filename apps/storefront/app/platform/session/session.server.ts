import { ApiProblem, ApiUnreachable } from '@shop/contract/main-api-client'
import { data, redirect } from 'react-router'
import { localPath } from '../navigation/local-path.ts'
import { pathOf } from '../navigation/navigation.ts'
import type { Shop } from './shop-context.server.ts'

/** Keeps the access token: from the next request on the visitor is logged in. */
export function signIn(shop: Shop, accessToken: string): void {
  shop.cookies.set('authToken', `Bearer ${accessToken}`)
}

/** Forgets the access token and the cart's id (the cart itself stays with its owner). */
export function signOut(shop: Shop): void {
  shop.token = undefined
  shop.cookies.clear('authToken')
  shop.cookies.clear('cartStorageId')
}

/** Ends the session here and, if it answers, at the main API. */
export async function logOut(shop: Shop): Promise<void> {
  if (shop.token) {
    await shop.api.logout().catch((error: unknown) => {
      if (!(error instanceof ApiProblem || error instanceof ApiUnreachable)) throw error
      shop.logger.warn('token not revoked')
    })
  }
  signOut(shop)
}

/** Leads on after a logout; the browser forgets pages and what they stored, so that no way back shows them. */
export function leaveTo(path: string): Response {
  return redirect(path, { headers: { 'Clear-Site-Data': '"cache", "storage"' } })
}

/** Where to log in and come back from: the page itself, also when the router asked for its data only; for a download the page that it stands on. */
export function loginPath(request: Request): string {
  const { pathname, search } = new URL(request.url)
  const page = pathname.replace(/(?:(?<=\/)_)?\.data$/, '')
  const back = localPath(`${page}${search}`) ?? localPath(page.replace(/\/[^/]*$/, '')) ?? '/'
  return `${pathOf('login')}?${new URLSearchParams({ pathnameToReturn: back })}`
}

/** For pages that need a login: a guest is sent to the login page and comes back after it. */
export function requireLogin(shop: Shop, request: Request): string {
  if (!shop.token) throw redirect(loginPath(request))
  return shop.token
}

/** Whether the main API no longer knows the token. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 401 && error.code !== 'invalid_credentials'
}

/**
 * A 401 of the main API ends the session: logged, the token removed, "Not authorized" at the login page. A main API that
 * fails or is silent makes a page of status 503, which says so and keeps who is logged in; one that was asked too often one of 429. Anything else is thrown on.
 */
export function endSessionOn401(shop: Shop, request: Request, error: unknown): never {
  if (isSessionOver(error)) {
    shop.logger.warn('Not authorized')
    signOut(shop)
    throw redirect(`${loginPath(request)}&notAuthorized=1`)
  }
  if (error instanceof ApiUnreachable || (error instanceof ApiProblem && error.status >= 500)) {
    logApiFailure(shop, error)
    throw data(null, { status: 503 })
  }
  if (error instanceof ApiProblem && error.status === 429) throw data(null, { status: 429 })
  throw error
}

/** Logs a main API that fails or is silent. */
export function logApiFailure(shop: Shop, error: unknown): void {
  if (error instanceof ApiUnreachable) shop.logger.error('Api client caught error')
  else shop.logger.error({ status: error instanceof ApiProblem ? error.status : null }, 'main API failed')
}
