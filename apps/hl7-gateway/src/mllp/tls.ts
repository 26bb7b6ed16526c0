import type { SecureContextOptions } from 'node:tls'

/** PEM: our certificate with its key, and the authority that must have signed the other side's certificate. */
export interface MllpTlsFiles {
  cert: string
  key: string
  ca: string
}

export function tlsOptions({ cert, key, ca }: MllpTlsFiles): SecureContextOptions {
  return { cert, key, ca, minVersion: 'TLSv1.2' }
}
