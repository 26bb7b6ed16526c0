import { UNUSED_SESSION_DAYS } from '@shop/contract/lifetimes'

/** As long as the cookie of the session that it ends. */
export const LEAVING_SECONDS = UNUSED_SESSION_DAYS * 86_400

/**
 * Notes in this browser that the user is logging out. If the shop does not answer, the first request that reaches it
 * again ends the session before it is answered: a page cannot delete the session cookie itself.
 */
export function markLeaving(): void {
  const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', '']
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is available over https only
  document.cookie = `${prefix}leaving=1; Max-Age=${LEAVING_SECONDS}; Path=/; SameSite=Lax${secure}`
}
