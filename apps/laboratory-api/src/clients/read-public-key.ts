import { createPublicKey, type JsonWebKeyInput, type KeyObject } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose'

export interface ClientKey {
  kid: string
  /** With `alg`, without private members. */
  jwk: JWK
}

/** Equivalent to 128 bits of security, which a smaller key is not (NIST SP 800-57). */
const SMALLEST_RSA_BITS = 3_072

/**
 * A client's public key from PEM (SPKI) or JWK; or the reason why it cannot be one. Without a `kid` it is
 * identified by its thumbprint (RFC 7638).
 */
export async function readPublicKey(text: string): Promise<ClientKey | { complaint: string }> {
  const given = parseJwk(text)
  if (text.includes('PRIVATE KEY') || (given && 'd' in given)) {
    return { complaint: 'a private key, which must stay with the laboratory; use the public key' }
  }
  const key = publicKeyOf(given ?? text)
  if (!key) return { complaint: 'not a public key as PEM or JWK' }
  const alg = algorithmOf(key)
  if (!alg) return { complaint: `must be RSA of at least ${SMALLEST_RSA_BITS} bits, or P-384` }
  const jwk: JWK = { ...(await exportJWK(key)), alg, use: 'sig' }
  const kid = given?.kid ?? (await calculateJwkThumbprint(jwk))
  if (kid.length === 0 || kid.length > 255 || /[^\x21-\x7e]/.test(kid)) {
    return { complaint: 'kid: 1 to 255 characters without spaces' }
  }
  return { kid, jwk: { ...jwk, kid } }
}

function parseJwk(text: string): JWK | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? (parsed as JWK) : null
  } catch {
    return null
  }
}

function publicKeyOf(source: JWK | string): KeyObject | null {
  try {
    return typeof source === 'string'
      ? createPublicKey(source)
      : createPublicKey({ key: source, format: 'jwk' } as JsonWebKeyInput)
  } catch {
    return null
  }
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | null {
  const { modulusLength = 0, namedCurve } = asymmetricKeyDetails ?? {}
  if (asymmetricKeyType === 'rsa' && modulusLength >= SMALLEST_RSA_BITS) return 'RS384'
  return asymmetricKeyType === 'ec' && namedCurve === 'secp384r1' ? 'ES384' : null
}
