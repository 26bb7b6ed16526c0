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
