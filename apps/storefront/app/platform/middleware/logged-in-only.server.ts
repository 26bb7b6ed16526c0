import { type MiddlewareFunction, redirect } from 'react-router'
import { NAVIGATION } from '../navigation/navigation.ts'
import { loginPath } from '../session/session.server.ts'
import { shopContext } from '../session/shop-context.server.ts'

const PROTECTED = Object.values(NAVIGATION)
  .filter(({ needsLogin }) => needsLogin)
  .map(({ path }) => path)

/** Whether the route table says so of the route, or, for a download, of the screen that it stands below. */
export function isProtected(pattern: string): boolean {
  return PROTECTED.some((path) => pattern === path || pattern.startsWith(`${path}/`))
}

/**
 * Sends a guest who asks for a page or a download of a protected screen to the login page, and back after it. A form
 * goes on to its action, which keeps what was typed first (`forViewerWithForm`).
 */
export const loggedInOnly: MiddlewareFunction<Response> = ({ request, pattern, context }) => {
  const isForm = request.method !== 'GET' && request.method !== 'HEAD'
  if (!isForm && !context.get(shopContext).token && isProtected(pattern)) throw redirect(loginPath(request))
}
