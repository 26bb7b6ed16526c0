import { ApiProblem, ApiUnreachable } from '@shop/contract/main-api-client'
import { redirect } from 'react-router'
import { localPath } from '../navigation/local-path.ts'
import { pathOf } from '../navigation/navigation.ts'
import type { Shop } from './shop-context.server.ts'

const BEARER = /^Bearer (.+)$/

/** The bare token of a header or of the cookie. */
export const bearerOf = (value: string | undefined): string | undefined => BEARER.exec(value ?? '')?.[1]

/** Keeps the access token: from the next request on the visitor is logged in. */
export function signIn(shop: Shop, accessToken: string): void {
  shop.cookies.set('authToken', `Bearer ${accessToken}`)
  if (shop.cookies.get('leaving') !== undefined) shop.cookies.clear('leaving')
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

/**
 * Ends the session of who left while the shop did not answer (`markLeaving`); the request itself is a guest's. Until the main API
 * has ended it the browser keeps its mark, and the next request tries again. Answers whether it is over.
 */
export async function endLeftSession(shop: Shop): Promise<boolean> {
  const { cookies, locale, requestId, clientAddress, userAgent } = shop
  const token = bearerOf(cookies.get('authToken'))
  try {
    if (token) await shop.createApi({ token, locale, requestId, clientAddress, userAgent }).logout()
  } catch (error) {
    // It had ended by itself.
    const isOver = error instanceof ApiProblem && error.code === 'unauthorized'
    if (!isOver) {
      if (!(error instanceof ApiProblem || error instanceof ApiUnreachable)) throw error
      shop.logger.warn('token not revoked')
      return false
    }
  }
  for (const name of ['authToken', 'cartStorageId', 'leaving'] as const) cookies.clear(name)
  return true
}

/** The browser forgets pages and what they stored, so that no way back shows them. */
export const FORGET_SITE = { 'Clear-Site-Data': '"cache", "storage"' }

/** Leads on after a logout. */
export function leaveTo(path: string): Response {
  return redirect(path, { headers: FORGET_SITE })
}

/** It goes into a header, encoded once more; proxies take headers of 4 kB. */
const LONGEST_QUERY = 1_000

/** The page to come back to: itself; for a download the page that it stands on. */
function pathOfPage({ pathname, search }: URL): string {
  const query = search.length > LONGEST_QUERY ? '' : search
  return localPath(`${pathname}${query}`) ?? localPath(pathname.replace(/\/[^/]*$/, '')) ?? '/'
}

/** Where to log in and come back from. */
export function loginPath(url: URL): string {
  return `${pathOf('login')}?${new URLSearchParams({ pathnameToReturn: pathOfPage(url) })}`
}

/** Where to prove once more who it is, and come back from. */
export function proofPath(url: URL, what: 'password' | 'secondFactor'): string {
  const query = new URLSearchParams({ pathnameToReturn: pathOfPage(url) })
  if (what === 'secondFactor') query.set('only', what)
  return `${pathOf('proveOwner')}?${query}`
}

/** Logs a main API that fails or is silent. */
export function logApiFailure(shop: Shop, error: unknown): void {
  if (error instanceof ApiUnreachable) shop.logger.error('Api client caught error')
  else shop.logger.error({ status: error instanceof ApiProblem ? error.status : null }, 'main API failed')
}
