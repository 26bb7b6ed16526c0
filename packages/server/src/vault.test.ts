import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { OURS, STRANGERS } from '@shop/database/testing/certificates'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SettingsError } from './settings.ts'
import { withVault } from './vault.ts'

// A server that speaks Vault's protocol as documented (auth/cert/login, secret/data/:path): a token for a client
// with a certificate of our authority, 403 without a token that may read, 404 for an entry that does not exist,
// data: null for a deleted version.
const ENTRY = '/v1/secret/data/laboratory-shop/web1'
const entries = new Map<string, Record<string, unknown> | null>()
let asked: string[] = []
let leaseSeconds = 600
let login: { status: number; body: unknown } | null = null
const tokens = new Set<string>()

const vault = createServer(
  { cert: OURS.cert, key: OURS.key, ca: OURS.ca, requestCert: true, rejectUnauthorized: false },
  (request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'Content-Type': 'application/json', Location: '/elsewhere' })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    }
    if (request.url === '/v1/auth/cert/login') {
      if (login) return answer(login.status, login.body)
      if (!(request.socket as TLSSocket).authorized)
        return answer(403, { errors: ['invalid certificate or no client certificate supplied'] })
      const token = `hvs.${tokens.size}`
      tokens.add(token)
      return answer(200, { auth: { client_token: token, lease_duration: leaseSeconds, renewable: false } })
    }
    if (!tokens.has(String(request.headers['x-vault-token'])))
      return answer(403, { errors: ['permission denied'] })
    const found = entries.get(request.url ?? '')
    if (found === undefined) return answer(404, { errors: [] })
    const metadata = { version: 3, destroyed: found === null, deletion_time: '' }
    answer(200, { request_id: 'f1', lease_id: '', data: { data: found, metadata } })
  },
)

const folder = temporaryFolder('vault')
const file = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const trusted = getCACertificates('default')
let own: Record<string, string>
beforeAll(async () => {
  setDefaultCACertificates([...trusted, OURS.ca])
  await new Promise<void>((resolve) => vault.listen(0, '127.0.0.1', resolve))
  own = {
    VAULT_URL: `https://localhost:${(vault.address() as AddressInfo).port}${ENTRY}`,
    VAULT_CERT_FILE: file('ours.pem', OURS.cert),
    VAULT_KEY_FILE: file('ours.key', OURS.key),
  }
})
beforeEach(() => {
  asked = []
  leaseSeconds = 600
  login = null
  tokens.clear()
  entries.clear()
})
afterAll(() => {
  setDefaultCACertificates(trusted)
  vault.closeAllConnections()
  vault.close()
})

async function refused(environment: Record<string, string>): Promise<string[]> {
  const error = (await withVault(environment).catch((thrown: unknown) => thrown)) as SettingsError
  expect(error.name).toBe('SettingsError')
  // The lines of a failed start contain neither what the vault said nor what it keeps.
  expect(`${error.message} ${error.cause ?? ''}`).not.toMatch(/hvs|denied|s3cret/)
  return error.lines
}

test('a process reads its secrets from a vault, proving itself with a certificate, with a token valid for minutes', {
  tags: ['ASVS-13.3.1', 'ASVS-13.2.1'],
}, async () => {
  const secrets = {
    SMTP_URL: 'smtps://shop:s3cret@mail.example',
    CLIENT_ADDRESS_SECRET: 's3cret of the servers',
  }
  entries.set(ENTRY, secrets)
  const environment = { ...own, PUBLIC_URL: 'https://shop.example' }
  expect(await withVault(environment)).toEqual({ ...environment, ...secrets })
  expect(asked).toEqual(['POST /v1/auth/cert/login', `GET ${ENTRY}`])
  // Without a vault nothing is requested, and the settings stay as they are.
  expect(await withVault({ PUBLIC_URL: 'https://shop.example' })).toEqual({
    PUBLIC_URL: 'https://shop.example',
  })
  expect(asked).toHaveLength(2)
})

test('the same login opens the keys of results sealed by the vault, unless a token for that is given', {
  tags: ['ASVS-13.2.1'],
}, async () => {
  entries.set(ENTRY, { ENCRYPTION_KEYS: 'vault:v1:c2VhbGVk' })
  const KMS_URL = `${new URL(own.VAULT_URL!).origin}/v1/transit/decrypt/laboratory`
  expect((await withVault({ ...own, KMS_URL })).KMS_TOKEN).toBe('hvs.0')
  expect((await withVault({ ...own, KMS_URL, KMS_TOKEN: 'given' })).KMS_TOKEN).toBe('given')
  // Another machine is not sent this token.
  const elsewhere = { ...own, KMS_URL: 'https://other.example/v1/transit/decrypt/laboratory' }
  expect((await withVault(elsewhere)).KMS_TOKEN).toBeUndefined()
})

test('a secret is in one place only, and the entry holds nothing but secrets', {
  tags: ['ASVS-13.3.1'],
}, async () => {
  entries.set(ENTRY, { SMTP_URL: 's3cret', PUBLIC_URL: 'https://evil.example', SMTP_URI: 's3cret' })
  expect(await refused({ ...own, SMTP_URL: 'smtps://other', KMS_TOKEN_FILE: '/run/kms' })).toEqual([
    'SMTP_URL: is in the vault as well',
    'VAULT_URL: PUBLIC_URL: not a setting that holds a secret',
    'VAULT_URL: SMTP_URI: not a setting that holds a secret',
  ])
  entries.set(ENTRY, { SMTP_URL: 's3cret' })
  expect(await refused({ ...own, SMTP_URL_FILE: '/run/smtp' })).toEqual(['SMTP_URL: is in the vault as well'])
})

test('a start fails with the name of the setting if the vault refuses, redirects or does not answer', {
  tags: ['ASVS-13.3.1'],
}, async () => {
  entries.set(ENTRY, { SMTP_URL: 's3cret' })
  const strange = {
    VAULT_CERT_FILE: file('strange.pem', STRANGERS.cert),
    VAULT_KEY_FILE: file('strange.key', STRANGERS.key),
  }
  expect(await refused({ ...own, ...strange })).toEqual(['VAULT_URL: /v1/auth/cert/login answers 403'])
  for (const status of [302, 500, 503]) {
    login = { status, body: { errors: ['s3cret'] } }
    expect(await refused(own)).toEqual([`VAULT_URL: /v1/auth/cert/login answers ${status}`])
  }
  for (const body of ['', 'nonsense', {}, { auth: null }]) {
    login = { status: 200, body }
    expect(await refused(own)).toEqual(['VAULT_URL: not the answer to a login by certificate'])
  }
  login = { status: 200, body: `"${'x'.repeat(2_000_000)}"` }
  expect(await refused(own)).toEqual(['VAULT_URL: no answer'])
  login = { status: 200, body: { auth: { client_token: 'hvs.none', lease_duration: 60 } } }
  expect(await refused(own)).toEqual([`VAULT_URL: ${ENTRY} answers 403`])
  login = null
  // Destroyed, or with a value that is not text.
  for (const entry of [null, { SMTP_URL: 1 }]) {
    entries.set(ENTRY, entry)
    expect((await refused(own))[0]).toContain('not an entry of the KV engine')
  }
  entries.delete(ENTRY)
  expect(await refused(own)).toEqual([`VAULT_URL: ${ENTRY} answers 404`])
  expect(await refused({ ...own, VAULT_URL: 'https://localhost:1/v1/secret/data/shop' })).toEqual([
    'VAULT_URL: no answer',
  ])
})

test('a token without an end, or with more than an hour, is not accepted', {
  tags: ['ASVS-13.2.1'],
}, async () => {
  entries.set(ENTRY, { SMTP_URL: 's3cret' })
  for (leaseSeconds of [0, 3_601, 2_764_800])
    expect((await refused(own))[0]).toContain('is valid for longer than an hour')
})

test('a vault whose certificate is not trusted is not shown ours', { tags: ['ASVS-13.2.1'] }, async () => {
  setDefaultCACertificates(trusted)
  expect(await refused(own)).toEqual(['VAULT_URL: no answer'])
  setDefaultCACertificates([...trusted, OURS.ca])
  expect(asked).toEqual([])
})

test('incomplete or unencrypted settings are refused before any request is made', async () => {
  const { VAULT_URL, ...files } = own
  expect(await refused(files)).toEqual([
    'VAULT_CERT_FILE: needs VAULT_URL as well',
    'VAULT_KEY_FILE: needs VAULT_URL as well',
  ])
  expect(await refused({ VAULT_URL: VAULT_URL! })).toEqual(['VAULT_CERT_FILE: required by VAULT_URL'])
  expect(await refused({ ...own, VAULT_KEY_FILE: '/nowhere' })).toEqual([
    'VAULT_KEY_FILE: /nowhere cannot be read (ENOENT)',
  ])
  for (const wrong of [VAULT_URL!.replace('https:', 'http:'), 'https://vault.example/v1/secret/shop'])
    expect((await refused({ ...own, VAULT_URL: wrong }))[0]).toContain('is expected')
  expect(asked).toEqual([])
})
