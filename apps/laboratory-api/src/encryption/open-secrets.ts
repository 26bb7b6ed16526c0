import { SettingsError } from '@shop/server/settings'
import { MOST_VAULT_BYTES, VAULT_PATIENCE_MS } from '@shop/server/vault'
import { z } from 'zod'
import type { KeyService } from '../api-settings.ts'

/** A ciphertext of Vault's or OpenBao's transit engine: the version of its key, and the content. */
const SEALED = /^vault:v\d+:[\w+/=]+$/

const answerSchema = z.object({
  data: z.object({ batch_results: z.array(z.object({ plaintext: z.base64() })) }),
})

export const isSealedSecret = (secret: string): boolean => SEALED.test(secret)

/**
 * Returns the secrets in clear text. Those that a key service has encrypted are decrypted by it at startup and kept
 * only in memory: neither the settings nor the disk have them, and a process that the service refuses opens nothing.
 * @throws SettingsError
 */
export async function openSecrets(
  secrets: readonly string[],
  { service, fetch }: { service: KeyService | null; fetch: typeof globalThis.fetch },
): Promise<string[]> {
  const sealed = secrets.filter(isSealedSecret)
  if (sealed.length === 0) return [...secrets]
  if (!service) throw new SettingsError(['KMS_URL: required by ENCRYPTION_KEYS'])
  const opened = await decrypt(sealed, service, fetch)
  const byName = new Map(sealed.map((secret, index) => [secret, opened[index]!]))
  return secrets.map((secret) => byName.get(secret) ?? secret)
}

async function decrypt(
  sealed: readonly string[],
  { url, token }: KeyService,
  fetch: typeof globalThis.fetch,
): Promise<string[]> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Vault-Token': token },
    body: JSON.stringify({ batch_input: sealed.map((ciphertext) => ({ ciphertext })) }),
    redirect: 'error',
    signal: AbortSignal.timeout(VAULT_PATIENCE_MS),
  }).catch(() => {
    throw new SettingsError(['KMS_URL: no answer'])
  })
  if (!answer.ok) throw new SettingsError([`KMS_URL: answers ${answer.status}`])
  const parsed = answerSchema.safeParse(await readJson(answer).catch(() => null))
  const opened = parsed.success ? parsed.data.data.batch_results : []
  if (opened.length !== sealed.length)
    throw new SettingsError(['KMS_URL: the answer is not that of a transit key'])
  const secrets = opened.map(({ plaintext }) => Buffer.from(plaintext, 'base64').toString('utf8'))
  // The newest secret may be one that is not sealed. A decrypted secret must be as long as one in the settings.
  if (secrets.some((secret) => secret.length < 32)) {
    throw new SettingsError(['ENCRYPTION_KEYS: a decrypted key is shorter than 32 characters'])
  }
  return secrets
}

/** Reads no more than `MOST_VAULT_BYTES`. */
async function readJson({ body }: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > MOST_VAULT_BYTES) throw new Error('too long')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
