import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The key itself, 32 bytes, from a setting of any length and form. */
const keyOf = (secret: string) => hash('sha256', `second factor: ${secret}`, 'buffer')
/** Which of several keys it is; tells nothing of the key. */
const nameOf = (secret: string) => hash('sha256', `name of ${secret}`, 'base64url').slice(0, 8)

/**
 * Encrypts with the first of the keys, bound to `owner`, so that it opens in nobody else's row.
 * Answers key name, nonce, ciphertext and tag as text.
 */
export function seal(keys: readonly string[], owner: string, text: string): string {
  const [current] = keys
  if (!current) throw new Error('no key')
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyOf(current), nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${nameOf(current)}.${sealed.toString('base64url')}`
}

/** Opens what any of the keys has sealed. @throws Error when none of them has, or it was tampered with */
export function unseal(keys: readonly string[], owner: string, sealed: string): string {
  const [name, content = ''] = sealed.split('.')
  const key = keys.find((one) => nameOf(one) === name)
  if (!key) throw new Error('sealed with a key that the settings do not have')
  const bytes = Buffer.from(content, 'base64url')
  const decipher = createDecipheriv(ALGORITHM, keyOf(key), bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
  return Buffer.concat([text, decipher.final()]).toString('utf8')
}

/** Whether it was sealed with another key than the first. */
export function isSealedWithOldKey(keys: readonly string[], sealed: string): boolean {
  return !keys[0] || !sealed.startsWith(`${nameOf(keys[0])}.`)
}
