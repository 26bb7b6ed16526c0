import { createHash, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto'

const SPKI_PEM = /-----(BEGIN|END) PUBLIC KEY-----|\s/g

export const SMALLEST_RSA_BITS = 2_048

/**
 * The merchant's public key as the back office shows it: bare base64 of the SPKI; PEM armour is tolerated. Throws if
 * it is not an RSA key, or is short enough to be broken.
 */
export function readProviderKey(text: string): KeyObject {
  const der = Buffer.from(text.replace(SPKI_PEM, ''), 'base64')
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const { asymmetricKeyType, asymmetricKeyDetails } = key
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < SMALLEST_RSA_BITS) {
    throw new Error(`must be an RSA key of at least ${SMALLEST_RSA_BITS} bits`)
  }
  return key
}

/** HTTP Basic with the shop's id and secret key, compared in constant time. */
export function isShopsBasic(header: string | null, shop: { shopId: string; secretKey: string }): boolean {
  return timingSafeEqual(digest(header ?? ''), digest(basic(shop)))
}

export function basic({ shopId, secretKey }: { shopId: string; secretKey: string }): string {
  return `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`
}

/** RSA-SHA256 over the raw body, base64: the header `Content-Signature`. */
export function isSignedByProvider(body: string, signature: string | null, publicKey: KeyObject): boolean {
  if (!signature) return false
  return verify('RSA-SHA256', Buffer.from(body, 'utf8'), publicKey, Buffer.from(signature, 'base64'))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
