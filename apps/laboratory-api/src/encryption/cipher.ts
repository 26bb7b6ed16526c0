import { createHmac, hash, hkdfSync, randomBytes } from 'node:crypto'

const KEY_BYTES = 32

export const createKey = (): Buffer => randomBytes(KEY_BYTES)

/** The key that a secret of the settings stands for; secrets may have any length and form. */
export const keyOfSecret = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'laboratory-shop key encryption key', KEY_BYTES))

/** Which of several secrets it is; tells nothing of the secret. */
export const nameOfSecret = (secret: string): string =>
  hash('sha256', `name of ${secret}`, 'base64url').slice(0, 8)

/**
 * What stands for a content that might be guessed, and tells nothing of it to who lacks the secret:
 * `hs256.<name of the secret>.<HMAC>`. The mark names the algorithm, so that another one can stand beside it.
 */
export function keyedDigest(secret: string, what: string, content: string): string {
  const key = hkdfSync('sha256', secret, '', `laboratory-shop digest of ${what}`, KEY_BYTES)
  const mac = createHmac('sha256', Buffer.from(key)).update(content).digest('base64url')
  return `hs256.${nameOfSecret(secret)}.${mac}`
}
