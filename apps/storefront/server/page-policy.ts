const quoted = (sources: readonly string[]) => sources.map((source) => ` '${source}'`).join('')

interface PagePolicy {
  /** Nonces or hashes of its inline scripts. */
  scripts: readonly string[]
  /** Hashes of its inline styles. */
  styles: readonly string[]
  paymentPageHosts: readonly string[]
  secure: boolean
}

/** Content-Security-Policy of a page. */
export function pagePolicy({ scripts, styles, paymentPageHosts, secure }: PagePolicy): string {
  const scheme = secure ? 'https' : 'http'
  return [
    "default-src 'none'",
    `script-src 'self'${quoted(scripts)}`,
    `style-src 'self'${quoted(styles)}`,
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
