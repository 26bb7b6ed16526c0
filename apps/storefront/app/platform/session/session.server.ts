import { ApiProblem, ApiUnreachable } from '@shop/contract/main-api-client'
import { redirect } from 'react-router'
import { localPath, screenAt } from '../navigation/local-path.ts'
import { NAVIGATION, pathOf } from '../navigation/navigation.ts'
import type { Shop } from './shop-context.server.ts'

const BEARER = /^Bearer (.+)$/

/** The bare token of a header or of the cookie. */
export const bearerOf = (value: string | undefined): string | undefined => BEARER.exec(value ?? '')?.[1]

/** Keeps the access token: the visitor is logged in from the next request on. */
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

/** Ends the session here and, if the main API answers, there too. */
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
 * Ends the session of a user who left while the shop did not answer (`markLeaving`); the request itself counts as a
 * guest's. Until the main API has ended the session, the browser keeps its mark and the next request tries again.
 * Returns whether the session is over.
 */
export async function endLeftSession(shop: Shop): Promise<boolean> {
  const { cookies, locale, requestId, clientAddress, userAgent } = shop
  const token = bearerOf(cookies.get('authToken'))
  try {
    if (token) await shop.createApi({ token, locale, requestId, clientAddress, userAgent }).logout()
  } catch (error) {
    // The session had already ended on its own.
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

/** Makes the browser forget pages and what they stored, so that Back does not show them. */
export const FORGET_SITE = { 'Clear-Site-Data': '"cache", "storage"' }

/** Redirects after a logout. */
export function leaveTo(path: string): Response {
  return redirect(path, { headers: FORGET_SITE })
}

/** It is put into a header, encoded once more, and proxies accept headers of 4 kB. */
const LONGEST_QUERY = 1_000

/** The path of the page to come back to: the page itself or, for a download, the page that links to it. */
function pathOfPage({ pathname, search }: URL): string {
  const query = search.length > LONGEST_QUERY ? '' : search
  return localPath(`${pathname}${query}`) ?? localPath(pathname.replace(/\/[^/]*$/, '')) ?? '/'
}

/** The path of the login page, which leads back to this page. */
export function loginPath(url: URL): string {
  const pathnameToReturn = pathOfPage(url)
  const query = new URLSearchParams({ pathnameToReturn })
  const key = screenAt(new URL(pathnameToReturn, url).pathname)
  // A guest who goes back to such a page would be sent to the login again.
  if (key && NAVIGATION[key].needsLogin === true) query.set('backPathKey', 'home')
  return `${pathOf('login')}?${query}`
}

/** The path of the page that asks for a new proof of identity, which leads back to this page. */
export function proofPath(url: URL, what: 'password' | 'secondFactor'): string {
  const query = new URLSearchParams({ pathnameToReturn: pathOfPage(url) })
  if (what === 'secondFactor') query.set('only', what)
  return `${pathOf('proveOwner')}?${query}`
}

/** Logs that the main API failed or did not answer. */
export function logApiFailure(shop: Shop, error: unknown): void {
  if (error instanceof ApiUnreachable) shop.logger.error('Api client caught error')
  else shop.logger.error({ status: error instanceof ApiProblem ? error.status : null }, 'main API failed')
}
