import { hash } from 'node:crypto'
import { decrypt, nameOfSecret } from './cipher.ts'

/**
 * Opens the secret of an authenticator app as release 0.1.0 sealed it: with the setting's secret itself, without a data
 * key. The release after the next may leave it out: a sweep has sealed each anew. @throws Error
 */
export function unsealFormer(secrets: readonly string[], userId: string, sealed: string): string {
  const [name, content = ''] = sealed.split('.')
  const secret = secrets.find((one) => nameOfSecret(one) === name)
  if (!secret) throw new Error('sealed with a key that neither the settings nor the database have')
  return decrypt(hash('sha256', `second factor: ${secret}`, 'buffer'), userId, content).toString('utf8')
}
