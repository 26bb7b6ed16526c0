import { OWN_SERVER_HEADER } from '@shop/contract/main-api-client'
import { Problem } from '@shop/contract/problem'
import { STOREFRONT_RECORDS_PATH, storefrontRecordsSchema } from '@shop/contract/storefront-records'
import { ownServerProof } from '@shop/server/own-server'
import type { LaboratoryApiSettings } from '../api-settings.ts'
import type { PersonalDataElsewhere } from './personal-data.ts'

/** Someone is waiting for the file. */
const PATIENCE_MS = 5_000
const RETRY_SECONDS = 30

type Asking = Pick<
  LaboratoryApiSettings,
  'publicUrl' | 'clientAddressSecret' | 'formerClientAddressSecrets'
> & { fetch: typeof fetch }

/**
 * Carts and order drafts, which a separate storefront stores: they are part of every export of a person's data.
 * Without them there is no export, since it would say that there are none.
 */
export function storefrontRecords(asking: Asking): PersonalDataElsewhere {
  const { publicUrl, clientAddressSecret, formerClientAddressSecrets, fetch } = asking
  async function askWith(secret: string, userId: string): Promise<Response> {
    return fetch(publicUrl + STOREFRONT_RECORDS_PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [OWN_SERVER_HEADER]: ownServerProof(secret) },
      body: JSON.stringify({ userId }),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
  }
  return {
    name: 'shop',
    async ask(userId) {
      // While the secret is being changed, the storefront may still have the former one.
      for (const secret of [clientAddressSecret, ...formerClientAddressSecrets]) {
        const answer = await askWith(secret, userId).catch(() => null)
        if (answer?.ok) return storefrontRecordsSchema.parse(await answer.json())
      }
      throw new Problem('not_ready', { retryAfter: RETRY_SECONDS })
    },
  }
}
