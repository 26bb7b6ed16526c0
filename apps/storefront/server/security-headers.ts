import { createMiddleware } from 'hono/factory'

/** Content-Security-Policy of a page; `scripts` are nonces or hashes of its inline scripts. */
export function pagePolicy(scripts: string[], paymentPageHosts: readonly string[], secure: boolean): string {
  const scheme = secure ? 'https' : 'http'
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts.map((source) => `'${source}'`).join(' ')}`,
    "style-src 'self'",
    // React writes custom properties (a marker's place in a range) as style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    // Submitting the order redirects to the payment page, which browsers count as the form's target.
    `form-action 'self' ${paymentPageHosts.map((host) => `${scheme}://${host}`).join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')
}

/** Headers of every answer of the storefront; pages add their Content-Security-Policy. */
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
