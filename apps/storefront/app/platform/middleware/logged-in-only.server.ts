import { Problem } from '@shop/contract/problem'
import { type MiddlewareFunction, redirect } from 'react-router'
import { keepFormForLogin } from '../forms/form-draft.server.ts'
import { readForm } from '../forms/read-form.server.ts'
import { GUEST_CALLS, NAVIGATION } from '../navigation/navigation.ts'
import { loginPath } from '../session/session.server.ts'
import { shopContext } from '../session/shop-context.server.ts'

const PROTECTED = Object.values(NAVIGATION).filter(({ needsLogin }) => needsLogin)

/** Whether the route table protects the route or, for a download, the screen above it. */
function isProtected(pattern: string, isForm: boolean): boolean {
  return PROTECTED.some(({ path, needsLogin }) => {
    if (needsLogin === 'forms') return isForm && pattern === path
    return pattern === path || pattern.startsWith(`${path}/`)
  })
}

/**
 * Sends a guest who asks for a page, a download or a form of a protected screen to the login page, and back after it.
 * If a session has ended, the texts typed into its form are kept.
 */
export const loggedInOnly: MiddlewareFunction<Response> = async ({ request, url, pattern, context }) => {
  const isForm = request.method !== 'GET' && request.method !== 'HEAD'
  const shop = context.get(shopContext)
  // The router's pattern lacks the leading slash.
  if (shop.token || !isProtected(`/${pattern}`, isForm)) return
  const path = loginPath(url)
  if (!isForm) throw redirect(path)
  const { texts } = await readForm(shop, request)
  throw redirect(await keepFormForLogin(shop, path, texts))
}

/**
 * Refuses a guest a call that needs a login, whatever was sent.
 * @throws Problem `unauthorized`
 */
export const loggedInCallsOnly: MiddlewareFunction<Response> = async ({ pattern, context }) => {
  if (!context.get(shopContext).token && !GUEST_CALLS.includes(pattern)) throw new Problem('unauthorized')
}
