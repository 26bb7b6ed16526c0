import { hkdfSync } from 'node:crypto'
import { decrypt, encrypt } from '@shop/server/encrypt'
import type { OwnSecrets } from '@shop/server/own-server'

export interface KeptForm {
  pathname: string
  texts: Record<string, string>
}

/**
 * The storefront has no keys in its database: a kept form is encrypted under the secret that it shares with the main
 * API.
 */
const cipherKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'laboratory-shop kept form', 32))

/** Bound to its row's key, so that it opens in no other row. */
export const sealForm = ({ clientAddressSecret }: OwnSecrets, key: string, form: KeptForm): string =>
  encrypt(cipherKey(clientAddressSecret), key, Buffer.from(JSON.stringify(form)))

/** Undefined when no secret opens it: the secret has been withdrawn since, or the row is damaged. */
export function openForm(
  { clientAddressSecret, formerClientAddressSecrets }: OwnSecrets,
  key: string,
  sealed: string,
): KeptForm | undefined {
  for (const secret of [clientAddressSecret, ...formerClientAddressSecrets]) {
    try {
      return JSON.parse(decrypt(cipherKey(secret), key, sealed).toString('utf8'))
    } catch {
      // Not encrypted under this one.
    }
  }
  return undefined
}
