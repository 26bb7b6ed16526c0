import { readFileSync } from 'node:fs'
import https from 'node:https'
import { z } from 'zod'
import { type Environment, httpUrl, readVariables, SECRETS, SettingsError, text } from './settings.ts'

/** A start does not wait any longer for a vault or its service of keys: what started the process tries again. */
export const VAULT_PATIENCE_MS = 10_000
/** All secrets of a process are far below this: a longer answer is not a vault's. */
export const MOST_VAULT_BYTES = 1_000_000
/** The token of a login is for the start only. */
const LONGEST_SECONDS = 3_600

const schema = z.object({
  VAULT_URL: httpUrl.optional(),
  VAULT_CERT_FILE: text.optional(),
  VAULT_KEY_FILE: text.optional(),
})
const loginSchema = z.object({
  auth: z.object({ client_token: z.string().min(1), lease_duration: z.int() }),
})
/** As answered by version 2 of the KV engine; a deleted version has no data. */
const entrySchema = z.object({ data: z.object({ data: z.record(z.string(), z.string()).nullable() }) })

interface Vault {
  url: string
  cert: string
  key: string
}

/**
 * The settings with the secrets that a vault keeps for this process: one entry of the KV engine (version 2) of
 * HashiCorp Vault or OpenBao, whose fields are named like settings. The process proves itself with a certificate
 * and reads with a token valid for minutes. The token also opens the keys of results (`KMS_URL`) if they are in the
 * same vault. Without `VAULT_URL`: the settings as they are.
 * @throws SettingsError
 */
export async function withVault(environment: Environment): Promise<Environment> {
  const vault = readVault(environment)
  if (!vault) return environment
  const token = await logIn(vault)
  const secrets = await readEntry(vault, token)
  const problems = Object.keys(secrets).flatMap((name) => {
    if (!SECRETS.includes(name)) return [`VAULT_URL: ${name}: not a setting that holds a secret`]
    return environment[name] || environment[`${name}_FILE`] ? [`${name}: is in the vault as well`] : []
  })
  if (problems.length > 0) throw new SettingsError(problems)
  const isKeyService =
    environment.KMS_URL && new URL(environment.KMS_URL).origin === new URL(vault.url).origin
  const opens = isKeyService && !environment.KMS_TOKEN && !environment.KMS_TOKEN_FILE
  return { ...environment, ...(opens ? { KMS_TOKEN: token } : {}), ...secrets }
}

function readVault(environment: Environment): Vault | null {
  const env = readVariables(schema, environment)
  const { VAULT_URL: url, ...files } = env
  if (!url) {
    const problems = Object.keys(files).map((name) => `${name}: needs VAULT_URL as well`)
    if (problems.length > 0) throw new SettingsError(problems)
    return null
  }
  // Only TLS carries a certificate.
  if (!/^https:\/\/[^/]+\/v1\/.+\/data\/.+$/.test(url)) {
    throw new SettingsError(['VAULT_URL: https://<vault>/v1/<engine>/data/<entry> is expected'])
  }
  return { url, cert: readPem('VAULT_CERT_FILE', files), key: readPem('VAULT_KEY_FILE', files) }
}

function readPem(name: 'VAULT_CERT_FILE' | 'VAULT_KEY_FILE', files: Environment): string {
  const file = files[name]
  if (!file) throw new SettingsError([`${name}: required by VAULT_URL`])
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new SettingsError([`${name}: ${file} cannot be read (${(error as { code?: string }).code})`])
  }
}

async function logIn(vault: Vault): Promise<string> {
  const answer = loginSchema.safeParse(
    await ask(vault, { method: 'POST', path: '/v1/auth/cert/login', headers: {} }),
  )
  if (!answer.success) throw new SettingsError(['VAULT_URL: not the answer to a login by certificate'])
  const { client_token: token, lease_duration: seconds } = answer.data.auth
  // Zero means a token without an end.
  if (seconds < 1 || seconds > LONGEST_SECONDS) {
    throw new SettingsError(['VAULT_URL: the login’s token is valid for longer than an hour (token_ttl)'])
  }
  return token
}

async function readEntry(vault: Vault, token: string): Promise<Record<string, string>> {
  const answer = entrySchema.safeParse(
    await ask(vault, {
      method: 'GET',
      path: new URL(vault.url).pathname,
      headers: { 'X-Vault-Token': token },
    }),
  )
  if (!answer.success || !answer.data.data.data) {
    throw new SettingsError([
      'VAULT_URL: not an entry of the KV engine, version 2, that contains only strings',
    ])
  }
  return answer.data.data.data
}

interface Asked {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
}

/**
 * Not with `fetch`, which cannot present a certificate. A redirect is not an answer, and what the vault says beside
 * its status is not repeated.
 */
async function ask({ url, cert, key }: Vault, { method, path, headers }: Asked): Promise<unknown> {
  const content = await new Promise<string>((resolve, reject) => {
    const signal = AbortSignal.timeout(VAULT_PATIENCE_MS)
    const target = new URL(path, url)
    const asked = https.request(target, {
      method,
      headers,
      cert,
      key,
      minVersion: 'TLSv1.2',
      agent: false,
      signal,
    })
    asked.on('error', reject)
    asked.on('response', (answer) => {
      if (answer.statusCode !== 200) {
        asked.destroy()
        return reject(new SettingsError([`VAULT_URL: ${path} answers ${answer.statusCode}`]))
      }
      const chunks: Buffer[] = []
      let size = 0
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > MOST_VAULT_BYTES) asked.destroy(new Error('too long'))
        else chunks.push(chunk)
      })
      answer.on('error', reject)
      answer.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    })
    asked.end()
  }).catch((error: unknown) => {
    throw error instanceof SettingsError ? error : new SettingsError(['VAULT_URL: no answer'])
  })
  try {
    return JSON.parse(content)
  } catch {
    return null
  }
}
