import { createHmac, hash, hkdfSync, randomBytes } from 'node:crypto'

const KEY_BYTES = 32

export const createKey = (): Buffer => randomBytes(KEY_BYTES)

/** The key derived from a secret of the settings; secrets may have any length and form. */
export const keyOfSecret = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'laboratory-shop key encryption key', KEY_BYTES))

/** Identifies one of several secrets; reveals nothing about the secret. */
export const nameOfSecret = (secret: string): string =>
  hash('sha256', `name of ${secret}`, 'base64url').slice(0, 8)

/**
 * A digest for content that might be guessed, which reveals nothing about it without the secret:
 * `hs256.<name of the secret>.<HMAC>`. The prefix names the algorithm, so that another one can be used beside it.
 */
export function keyedDigest(secret: string, what: string, content: string): string {
  const key = hkdfSync('sha256', secret, '', `laboratory-shop digest of ${what}`, KEY_BYTES)
  const mac = createHmac('sha256', Buffer.from(key)).update(content).digest('base64url')
  return `hs256.${nameOfSecret(secret)}.${mac}`
}
