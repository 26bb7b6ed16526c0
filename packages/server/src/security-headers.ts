import { createMiddleware } from 'hono/factory'

/** Headers of every answer of both programs; pages add their Content-Security-Policy. `secure`: people come over https. */
export function securityHeaderFields(secure: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), payment=(), geolocation=(self)',
    ...(secure ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/** Sets them, and for what names no Content-Security-Policy of its own one that allows nothing. */
export function securityHeaders(secure: boolean) {
  const fields = Object.entries(securityHeaderFields(secure))
  return createMiddleware(async (c, next) => {
    await next()
    // `c.header` would make a new answer for each field.
    const { headers } = c.res
    for (const [name, value] of fields) headers.set(name, value)
    if (!headers.has('Content-Security-Policy')) {
      headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    }
  })
}
