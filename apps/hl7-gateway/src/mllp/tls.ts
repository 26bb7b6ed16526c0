import type { SecureContextOptions } from 'node:tls'

/** PEM: our certificate with its key, and who has to have signed that of the other side. */
export interface TlsFiles {
  cert: string
  key: string
  ca: string
}

export function tlsOptions({ cert, key, ca }: TlsFiles): SecureContextOptions {
  return { cert, key, ca, minVersion: 'TLSv1.2' }
}
