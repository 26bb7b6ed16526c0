import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

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

/** Nonce, ciphertext and tag as text; it opens only with the same key and the same `boundTo`. */
export function encrypt(key: Buffer, boundTo: string, content: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(boundTo))
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

/** @throws Error when it is under another key, bound to something else, or was changed */
export function decrypt(key: Buffer, boundTo: string, sealed: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}
