/** As long as the cookie of a session that it ends. */
export const LEAVING_SECONDS = 30 * 86_400

/**
 * Notes in this browser that somebody is leaving. Where the shop does not answer, the first request that
 * reaches it again ends the session before it is answered: a page cannot take away the session's own cookie.
 */
export function markLeaving(): void {
  const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', '']
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API comes with https only
  document.cookie = `${prefix}leaving=1; Max-Age=${LEAVING_SECONDS}; Path=/; SameSite=Lax${secure}`
}
