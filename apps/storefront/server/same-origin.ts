import { Problem, problemResponse } from '@shop/contract/problem'
import { SAFE_METHODS } from '@shop/server/readable-requests'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { API_PATH } from '../app/platform/navigation/navigation.ts'

/** What a browser says of the page that made a request. */
interface Sender {
  /** Sec-Fetch-Site */
  site: string | undefined
  /** Origin */
  origin: string | undefined
}

/**
 * Whether the request was made by a page of the shop itself, whose origins are `own`. Browsers send Sec-Fetch-Site or
 * Origin; neither can be set by another site's page.
 */
export function isSameOrigin({ site, origin }: Sender, own: readonly string[]): boolean {
  if (site) return site === 'same-origin'
  return origin !== undefined && own.includes(origin)
}

/**
 * Refuses a change with the session cookie that does not come from the shop's own page, and calls `onRefusal`. A
 * Bearer header proves intent on its own where it counts instead of the cookie; credentials that a browser sends
 * automatically (Basic) do not.
 */
export function sameOriginOnly(publicUrl: string, onRefusal: (c: Context) => void) {
  const { origin } = new URL(publicUrl)
  return createMiddleware(async (c, next) => {
    const safe = SAFE_METHODS.has(c.req.method)
    const sender = { site: c.req.header('Sec-Fetch-Site'), origin: c.req.header('Origin') }
    const hasProof = c.req.path.startsWith(API_PATH) && c.req.header('Authorization')?.startsWith('Bearer ')
    if (!safe && !hasProof && !isSameOrigin(sender, [origin, new URL(c.req.url).origin])) {
      onRefusal(c)
      return problemResponse(new Problem('not_found'))
    }
    await next()
  })
}
