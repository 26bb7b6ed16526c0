import { createMiddleware } from 'hono/factory'

/** What a page may use of the device: the location, and the camera if it scans. */
export const permissionsPolicy = ({ camera }: { camera: boolean }) =>
  `camera=(${camera ? 'self' : ''}), microphone=(), payment=(), geolocation=(self)`

/** Headers of every answer of both programs; pages add their Content-Security-Policy. `secure`: people use https. */
export function securityHeaderFields(secure: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': permissionsPolicy({ camera: false }),
    ...(secure ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/**
 * Sets them, except that an answer keeps its own permissions policy; an answer without Content-Security-Policy gets
 * one that allows nothing.
 */
export function securityHeaders(secure: boolean) {
  const fields = Object.entries(securityHeaderFields(secure))
  return createMiddleware(async (c, next) => {
    await next()
    // `c.header` would make a new response for each field.
    const { headers } = c.res
    for (const [name, value] of fields) {
      if (name !== 'Permissions-Policy' || !headers.has(name)) headers.set(name, value)
    }
    if (!headers.has('Content-Security-Policy')) {
      headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    }
  })
}
