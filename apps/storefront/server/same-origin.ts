import { Problem, problemResponse } from '@shop/contract/problem'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { API_PATH } from '../app/platform/navigation/navigation.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether the request was made by a page of the shop itself. Browsers send Sec-Fetch-Site or Origin; neither
 * can be set by another site's page.
 */
function isSameOrigin(request: Request, publicUrl: string): boolean {
  const site = request.headers.get('Sec-Fetch-Site')
  if (site) return site === 'same-origin'
  const origin = request.headers.get('Origin')
  return origin !== null && (origin === new URL(publicUrl).origin || origin === new URL(request.url).origin)
}

/**
 * Refuses a change with the session cookie that does not come from the shop's own page, and calls `onRefusal`. A
 * Bearer header proves intent on its own where it counts instead of the cookie; credentials that a browser sends
 * automatically (Basic) do not.
 */
export function sameOriginOnly(publicUrl: string, onRefusal: (c: Context) => void) {
  return createMiddleware(async (c, next) => {
    const safe = SAFE_METHODS.has(c.req.method)
    const hasProof = c.req.path.startsWith(API_PATH) && c.req.header('Authorization')?.startsWith('Bearer ')
    if (!safe && !hasProof && !isSameOrigin(c.req.raw, publicUrl)) {
      onRefusal(c)
      return problemResponse(new Problem('not_found'))
    }
    await next()
  })
}
