import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { createLaboratory } from '../fhir/testing/laboratory.ts'
import { jwkFile, keyFile, newPair, type Pair } from './testing/client-keys.ts'
import { clientsOfFile, EVERYTHING, TOKEN_URL } from './testing/clients-of-file.ts'

const { house, pairs, command, assertionOf, askForToken, grant, logIn, own } = clientsOfFile()

test('a client logs in as SMART specifies, and gets the requested scopes that it is allowed', {
  tags: ['ASVS-13.2.1', 'ASVS-10.1.1'],
}, async () => {
  const found = await house.shop.api.request('GET', '/fhir/R4/.well-known/smart-configuration')
  expect(await found.json()).toMatchObject({
    token_endpoint: TOKEN_URL,
    token_endpoint_auth_methods_supported: ['private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['RS384', 'ES384'],
  })
  const { status, headers, body } = await grant(await assertionOf(own()), {
    scope: 'system/ServiceRequest.rs system/Patient.read system/Medication.r',
  })
  expect({ status, cache: headers.get('Cache-Control'), body }).toEqual({
    status: 200,
    cache: 'no-store',
    body: {
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'bearer',
      expires_in: 300,
      scope: 'system/ServiceRequest.rs system/Patient.r',
    },
  })
})

test('RSA is accepted besides P-384', async () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 3072 })
  const file = await keyFile(pair.publicKey.export({ type: 'spki', format: 'pem' }) as string)
  const options = ['--laboratories', '1,2', '--key', file, ...EVERYTHING]
  const [code, line = ''] = await command('create', 'rsa-one', 'RSA', ...options)
  expect(code).toBe(0)
  const kid = / ([\w-]{43})\.$/.exec(line)![1]!
  const { status } = await grant(await assertionOf({ clientId: 'rsa-one', pair, kid, alg: 'RS384' }))
  expect(status).toBe(200)
})

test('an assertion is accepted once, even when sent twenty times concurrently', async () => {
  const assertion = await assertionOf(own())
  const answers = await Promise.all(Array.from({ length: 20 }, () => grant(assertion)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(401)])
  expect((await grant(assertion)).body).toMatchObject({ error: 'invalid_client' })
})

const now = () => house.shop.clock.now.getTime() / 1_000
/** The client's own claims, signed with the key of another. */
const strange = () => ({ ...own(), pair: pairs.other })
const publicJwk = ({ publicKey }: Pair) => publicKey.export({ format: 'jwk' })
const SECRET = new TextEncoder().encode('a'.repeat(64))
test.each<[string, () => Promise<string> | string]>([
  ['is not a JWT', () => 'nonsense'],
  ['has a NUL in its jti', () => assertionOf({ ...own(), claims: { jti: 'a\0b' } })],
  ['has no jti', () => assertionOf({ ...own(), claims: { jti: undefined as never } })],
  ['has no expiry', () => assertionOf({ ...own(), claims: { exp: undefined as never } })],
  ['has expired', () => assertionOf({ ...own(), claims: { exp: now() - 60 } })],
  ['expires only in an hour', () => assertionOf({ ...own(), claims: { exp: now() + 3_600 } })],
  ['is for another server', () => assertionOf({ ...own(), claims: { aud: 'https://other.example/token' } })],
  ['is issued by another client', () => assertionOf({ ...own(), claims: { iss: 'other-laboratory' } })],
  ['names another client', () => assertionOf({ ...own(), clientId: 'other-laboratory' })],
  ['names an unknown client', () => assertionOf({ ...own(), clientId: 'nobody' })],
  ['names an unknown key', () => assertionOf({ ...own(), kid: 'second' })],
  ['is signed by another key', () => assertionOf(strange())],
  ['includes its own key', () => assertionOf({ ...strange(), header: { jwk: publicJwk(pairs.other) } })],
  ['has a URL for its key', () => assertionOf({ ...strange(), header: { jku: 'https://evil.example' } })],
  [
    'says where its certificate lies',
    () => assertionOf({ ...strange(), header: { x5u: 'https://evil.example' } }),
  ],
  [
    'is signed with the public key as a secret',
    () =>
      new SignJWT({ iss: 'own-laboratory', sub: 'own-laboratory', aud: TOKEN_URL, jti: 'x', exp: now() + 60 })
        .setProtectedHeader({ alg: 'HS384', kid: 'first' })
        .sign(SECRET),
  ],
  [
    'is not signed',
    () => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const claims = {
        iss: 'own-laboratory',
        sub: 'own-laboratory',
        aud: TOKEN_URL,
        jti: 'y',
        exp: now() + 60,
      }
      return `${part({ alg: 'none', kid: 'first' })}.${part(claims)}.`
    },
  ],
])(
  'an assertion that %s gets no token',
  {
    tags: [
      'ASVS-9.1.1',
      'ASVS-9.1.2',
      'ASVS-9.1.3',
      'ASVS-9.2.1',
      'ASVS-9.2.3',
      'ASVS-9.2.4',
      'ASVS-10.4.10',
      'ASVS-11.6.1',
    ],
  },
  async (_, assertion) => {
    expect(await grant(await assertion())).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  },
)

test.each<[string, Record<string, string>, string]>([
  ['nothing', {}, 'invalid_request'],
  ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
  ['a secret', { grant_type: 'client_credentials', client_secret: 'x' }, 'invalid_request'],
])('a request with %s is refused as OAuth specifies', { tags: ['ASVS-10.4.4'] }, async (_, form, error) => {
  expect(await askForToken(form)).toMatchObject({ status: 400, body: { error } })
})

test('scopes that grant nothing are refused', async () => {
  const scope = 'user/Patient.r system/Medication.* openid'
  expect(await grant(await assertionOf(own()), { scope })).toMatchObject({
    status: 400,
    body: { error: 'invalid_scope' },
  })
})

test('a token expires after five minutes, and only its digest is stored', async () => {
  const { body } = await grant(await assertionOf(own()))
  const laboratory = createLaboratory(house.shop, body.access_token)
  expect((await laboratory.call('GET', '/ServiceRequest')).status).toBe(200)
  house.shop.clock.pass(5)
  expect((await laboratory.call('GET', '/ServiceRequest')).status).toBe(401)
  const { rows } = (await house.database.queries.execute(
    sql`select * from laboratory.laboratory_client_token`,
  )) as { rows: object[] }
  expect(JSON.stringify(rows)).not.toContain(body.access_token)
})

test('keys are renewed with two valid at a time, and an ended key or client gives no access', {
  tags: ['ASVS-10.4.9', 'ASVS-11.2.2'],
}, async () => {
  const [first, second, third] = [newPair(), newPair(), newPair()]
  const id = 'renewing-one'
  const options = ['--laboratories', 'all', '--key', await jwkFile(first, 'a'), ...EVERYTHING]
  expect((await command('create', id, 'Renewing', ...options))[0]).toBe(0)
  const early = await logIn({ clientId: id, pair: first, kid: 'a' })
  expect(await command('add-key', id, await jwkFile(second, 'b'))).toEqual([
    0,
    'Client renewing-one may now also log in with the key b.',
  ])
  expect(await command('add-key', id, await jwkFile(third, 'c'))).toEqual([
    1,
    'renewing-one has two keys: end one first (a, b)',
  ])
  const late = await logIn({ clientId: id, pair: second, kid: 'b' })
  const statuses = async () =>
    Promise.all([early, late].map(async (each) => (await each.call('GET', '/ServiceRequest')).status))
  expect(await statuses()).toEqual([200, 200])
  expect((await command('end-key', id, 'a'))[0]).toBe(0)
  expect(await statuses()).toEqual([401, 200])
  expect((await grant(await assertionOf({ clientId: id, pair: first, kid: 'a' }))).status).toBe(401)
  expect((await command('list')).join('\n')).toMatch(
    /renewing-one {2}Renewing {2}laboratories: all {2}keys: b/,
  )
  expect((await command('end', id))[0]).toBe(0)
  expect(await statuses()).toEqual([401, 401])
  expect((await grant(await assertionOf({ clientId: id, pair: second, kid: 'b' }))).status).toBe(401)
  expect((await command('add-key', id, await jwkFile(third, 'c')))[0]).toBe(1)
})

test('no log line contains a token or an assertion', { tags: ['ASVS-16.2.5'] }, async () => {
  const assertion = await assertionOf(own())
  const { body } = await grant(assertion)
  const lines = JSON.stringify(house.shop.api.logLines)
  expect(lines).not.toContain(body.access_token)
  expect(lines).not.toContain(assertion)
})
