import type { SecureContextOptions } from 'node:tls'

/** PEM: our certificate with its key, and who has to have signed that of the other side. */
export interface MllpTlsFiles {
  cert: string
  key: string
  ca: string
}

export function tlsOptions({ cert, key, ca }: MllpTlsFiles): SecureContextOptions {
  return { cert, key, ca, minVersion: 'TLSv1.2' }
}
