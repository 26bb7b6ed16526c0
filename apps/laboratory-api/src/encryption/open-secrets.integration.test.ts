import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openTestDatabase } from '@shop/database/testing/test-database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApi } from '../testing/test-api.ts'
import { openSecrets } from './open-secrets.ts'

// A server that speaks the protocol of the transit engine, as in
// https://developer.hashicorp.com/vault/api-docs/secret/transit#decrypt-data: a batch in the body, base64 in the
// reply, 403 without an authorised token, 400 for a ciphertext that is not of this key.
const TOKEN = 'hvs.of-the-main-api'
const sealed = new Map<string, string>()
let root: string
let asked: { url: string | undefined; items: number }[] = []
let status = 200
const vault = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const answer = (code: number, body: unknown) => {
    response.writeHead(code, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  }
  if (status !== 200) return response.writeHead(status, { Location: '/elsewhere' }).end()
  if (request.headers['x-vault-token'] !== TOKEN) return answer(403, { errors: ['permission denied'] })
  const { batch_input: batch } = JSON.parse(Buffer.concat(chunks).toString()) as {
    batch_input: { ciphertext: string }[]
  }
  asked.push({ url: request.url, items: batch.length })
  const found = batch.map(({ ciphertext }) => sealed.get(ciphertext))
  if (found.some((plain) => plain === undefined)) {
    return answer(400, { data: { batch_results: [{ error: 'invalid ciphertext' }] } })
  }
  const results = found.map((plain) => ({ plaintext: Buffer.from(plain!).toString('base64') }))
  answer(200, { request_id: 'f1', lease_id: '', data: { batch_results: results } })
})
beforeAll(async () => {
  await new Promise<void>((resolve) => vault.listen(0, '127.0.0.1', resolve))
  root = `http://127.0.0.1:${(vault.address() as AddressInfo).port}`
})
beforeEach(() => {
  asked = []
  status = 200
})
afterAll(() => vault.close())

function seal(secret: string): string {
  const ciphertext = `vault:v1:${randomBytes(60).toString('base64')}`
  sealed.set(ciphertext, secret)
  return ciphertext
}
const service = (token = TOKEN) => ({ url: `${root}/v1/transit/decrypt/laboratory`, token })
const PLAIN = 'a key in plain text in the settings'
const HELD = 'a key that only the key service can decrypt'

test('secrets that the key service encrypted are decrypted by it in one call and in place; other secrets stay unchanged', {
  tags: ['ASVS-13.3.1'],
}, async () => {
  const secrets = [seal(HELD), PLAIN, seal('last year’s key of at least 32 characters')]
  expect(await openSecrets(secrets, { service: service(), fetch })).toEqual([
    HELD,
    PLAIN,
    'last year’s key of at least 32 characters',
  ])
  expect(asked).toEqual([{ url: '/v1/transit/decrypt/laboratory', items: 2 }])
  expect(await openSecrets([PLAIN], { service: null, fetch })).toEqual([PLAIN])
  expect(asked).toHaveLength(1)
})

test('a key service that refuses, redirects or does not answer fails the startup by name, and no secret is revealed', {
  tags: ['ASVS-13.3.1'],
}, async () => {
  const secret = seal(HELD)
  const refused = async (work: Promise<unknown>) => {
    const error = (await work.catch((thrown: unknown) => thrown)) as Error
    expect(error.name).toBe('SettingsError')
    expect(`${error.message} ${error.cause ?? ''}`).not.toContain(TOKEN)
    return error.message
  }
  const open = (secrets: string[], from = service()) => openSecrets(secrets, { service: from, fetch })
  expect(await refused(open([secret], service('hvs.of-somebody-else')))).toContain('KMS_URL: answers 403')
  expect(await refused(open(['vault:v1:bm90IG91cnM=']))).toContain('KMS_URL: answers 400')
  expect(await refused(open([seal('short')]))).toContain('ENCRYPTION_KEYS: ')
  expect(await refused(openSecrets([secret], { service: null, fetch }))).toContain('KMS_URL: required')
  for (const wrong of [500, 302]) {
    status = wrong
    expect(await refused(open([secret]))).toContain('KMS_URL: ')
  }
  const nowhere = { url: 'http://127.0.0.1:1/v1/transit/decrypt/laboratory', token: TOKEN }
  expect(await refused(open([secret], nowhere))).toContain('KMS_URL: no answer')
})

test('results sealed with a key of the service open with that key, and with no other', {
  tags: ['ASVS-13.3.1'],
}, async () => {
  const database = await openTestDatabase()
  const settings = { encryptionKeys: [seal(HELD)], keyService: service() }
  const api = await createTestApi({ database, settings })
  const { sealing } = api.context
  const value = await sealing.seal(database.queries, 'result', 'a row', '116')
  await api.close()
  // A key given in clear text is the same key: values sealed before the key service open with it, and vice versa.
  const plain = await createTestApi({ database, settings: { encryptionKeys: [HELD] } })
  expect(await plain.context.sealing.unseal(database.queries, 'result', 'a row', value)).toBe('116')
  await plain.close()
  await expect(createTestApi({ database, settings: { encryptionKeys: [PLAIN] } })).rejects.toThrow(
    /ENCRYPTION_KEYS/,
  )
  await database.close()
})

test('an endless reply is not read to the end', async () => {
  let sent = 0
  const flood = createServer((_, response) => {
    const chunk = Buffer.alloc(64_000, '[')
    const more = () => {
      if (response.destroyed || sent > 200_000_000) return response.end()
      sent += chunk.length
      response.write(chunk) ? setImmediate(more) : response.once('drain', more)
    }
    response.on('error', () => {})
    more()
  })
  await new Promise<void>((resolve) => flood.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(flood.address() as AddressInfo).port}/v1/transit/decrypt/laboratory`
  await expect(openSecrets([seal(HELD)], { service: { url, token: TOKEN }, fetch })).rejects.toThrow(
    'KMS_URL: the answer is not that of a transit key',
  )
  expect(sent).toBeLessThan(50_000_000)
  flood.closeAllConnections()
  flood.close()
})
