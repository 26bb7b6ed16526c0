import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type JWTPayload, SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { ALL_PERMISSIONS, RESOURCE_TYPES, scopesOf } from '../clients/scopes.ts'
import { jwkFile, keyFile, newPair, type Pair, runCommand } from '../clients/testing/client-keys.ts'
import type { Customer } from '../orders/testing/order-fixture.ts'
import { readOperations } from '../testing/operations.ts'
import {
  createLaboratory,
  type Laboratory,
  observation,
  paidOrder,
  type Resource,
  reportOn,
  specimenOf,
} from './testing/laboratory.ts'
import { laboratoryOfFile } from './testing/laboratory-of-file.ts'

const HAEMOGLOBIN = '718-7'
/** No order is ever placed at the last one. */
const [OWN, OTHER, IDLE] = [1, 2, 3]
const TOKEN_URL = 'http://shop.example/laboratory-api/oauth/token'
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

const house = laboratoryOfFile()
const pairs = { own: newPair(), other: newPair(), idle: newPair() }

const command = (...args: string[]) => runCommand(house.database, ...args)
const EVERYTHING = ['--scopes', scopesOf(ALL_PERMISSIONS).join(' ')]

interface Assertion {
  clientId: string
  pair: Pair
  kid: string
  claims?: JWTPayload
  alg?: string
  header?: object
}
function assertionOf({
  clientId,
  pair,
  kid,
  claims = {},
  alg = 'ES384',
  header = {},
}: Assertion): Promise<string> {
  const seconds = house.shop.clock.now.getTime() / 1_000
  return new SignJWT({
    iss: clientId,
    sub: clientId,
    aud: TOKEN_URL,
    jti: randomUUID(),
    exp: seconds + 240,
    ...claims,
  })
    .setProtectedHeader({ alg, kid, typ: 'JWT', ...header })
    .sign(pair.privateKey)
}

async function askForToken(form: Record<string, string>) {
  const answer = await house.shop.api.request('POST', '/oauth/token', {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Resource }
}
const grant = (assertion: string, more: Record<string, string> = {}) =>
  askForToken({
    grant_type: 'client_credentials',
    client_assertion_type: ASSERTION_TYPE,
    client_assertion: assertion,
    ...more,
  })

async function logIn(wanted: Assertion, scope?: string): Promise<Laboratory> {
  const { body } = await grant(await assertionOf(wanted), scope ? { scope } : {})
  return createLaboratory(house.shop, body.access_token)
}
const own = () => ({ clientId: 'own-laboratory', pair: pairs.own, kid: 'first' })
const other = () => ({ clientId: 'other-laboratory', pair: pairs.other, kid: 'first' })
const idle = () => ({ clientId: 'idle-laboratory', pair: pairs.idle, kid: 'first' })

beforeAll(async () => {
  for (const [name, place] of [
    ['own', OWN],
    ['other', OTHER],
    ['idle', IDLE],
  ] as const) {
    const key = await jwkFile(pairs[name], 'first')
    const options = ['--laboratories', String(place), '--key', key, ...EVERYTHING]
    expect((await command('create', `${name}-laboratory`, `The ${name} one`, ...options))[0]).toBe(0)
  }
})

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

test('each operation needs its scope, and names the missing one', {
  tags: ['ASVS-8.2.1', 'ASVS-10.4.11', 'ASVS-10.3.2'],
}, async () => {
  const [request] = (await orderAt(OWN, await house.shop.customer())).requests
  const reader = await logIn(own(), 'system/Patient.r')
  const reporter = await logIn(own(), 'system/DiagnosticReport.cu system/Observation.c')
  const report = reportOn(request, [observation(request, HAEMOGLOBIN)])
  const answers = [
    [await reader.call('GET', '/ServiceRequest'), 'system/ServiceRequest.s'],
    [await reader.call('GET', `/ServiceRequest/${request.id}`), 'system/ServiceRequest.r'],
    [await reader.report(...report), 'system/DiagnosticReport.c, '],
    [await reporter.report(...report), 'scope system/Observation.u'],
    [await reporter.call('GET', `/${request.subject.reference}`), 'system/Patient.r'],
    [
      await (await logIn(own(), 'system/ServiceRequest.s')).call(
        'GET',
        '/ServiceRequest?_include=ServiceRequest:patient',
      ),
      'system/Patient.r',
    ],
  ] as const
  for (const [{ status, body, headers }, scope] of answers) {
    expect(status).toBe(403)
    expect(headers.get('WWW-Authenticate')).toBe('Bearer error="insufficient_scope"')
    expect(body.issue[0]).toMatchObject({ code: 'forbidden', diagnostics: expect.stringContaining(scope) })
  }
  expect((await reader.call('GET', `/${request.subject.reference}`)).status).toBe(200)
})

const orderAt = (laboratoryId: number, customer: Customer) =>
  paidOrder(house.shop, house.laboratory, customer, { laboratoryId })

/** A reported order, with the id of each of its resources by type. */
async function reportedOrder(laboratoryId: number, customer: Customer) {
  const { requests, ...order } = await orderAt(laboratoryId, customer)
  const [request] = requests
  const { body } = await house.laboratory.report(
    specimenOf([request]),
    ...reportOn(request, [observation(request, HAEMOGLOBIN)]),
  )
  const [specimen, report, value] = body.entry.map(
    ({ response }: Resource) => response.location.split('/')[1] as string,
  )
  const ids: Record<(typeof RESOURCE_TYPES)[number], string> = {
    ServiceRequest: request.id,
    Patient: request.subject.reference.split('/')[1],
    Specimen: specimen,
    Location: String(laboratoryId),
    DiagnosticReport: report,
    Observation: value,
  }
  return { ...order, request, ids }
}

test('resources of another laboratory do not exist for a client, whatever it tries', {
  tags: ['ASVS-8.2.2', 'ASVS-8.4.1'],
}, async () => {
  const { number, request, ids } = await reportedOrder(OWN, await house.shop.customer())
  const mine = await logIn(own())
  const theirs = await logIn(idle())
  // A new operation of the interface must be tested here too.
  const operations = await readOperations(house.shop.api)
  expect(
    operations.filter(({ needsLaboratorySystem }) => needsLaboratorySystem).map(({ name }) => name),
  ).toEqual(['GET /fhir/R4/ServiceRequest', 'GET /fhir/R4/{type}/{id}', 'POST /fhir/R4'])

  for (const type of RESOURCE_TYPES) {
    expect((await mine.call('GET', `/${type}/${ids[type]}`)).status, type).toBe(200)
    expect((await theirs.call('GET', `/${type}/${ids[type]}`)).status, type).toBe(404)
  }
  const everything = '_include=ServiceRequest:patient&_include=ServiceRequest:location&_count=200'
  for (const query of [everything, `requisition=${number}`, 'status=completed,active,revoked']) {
    expect((await mine.call('GET', `/ServiceRequest?${query}`)).body.entry.length).toBeGreaterThan(0)
    expect((await theirs.call('GET', `/ServiceRequest?${query}`)).body.entry).toEqual([])
  }
  const correction = reportOn(request, [observation(request, HAEMOGLOBIN, { valueQuantity: undefined })], {
    status: 'corrected',
    issued: '2040-03-05T08:50:00+03:00',
  })
  for (const resources of [
    correction,
    [specimenOf([request], { identifier: [{ value: 'false' }] })],
    reportOn(request, [], { status: 'entered-in-error' }),
    reportOn(request, [], { basedOn: [{ identifier: { value: `${number}-1` } }] }),
  ]) {
    const answer = await theirs.report(...resources)
    expect(answer).toMatchObject({ status: 422 })
    expect(answer.body.issue).toContainEqual(expect.objectContaining({ code: 'not-found' }))
  }
  expect((await mine.call('GET', `/DiagnosticReport/${ids.DiagnosticReport}`)).body.status).toBe('final')
})

test('a client reports on its own orders, and can neither take over nor discover another’s report identifiers', async () => {
  const customer = await house.shop.customer()
  const reported = await reportedOrder(OWN, customer)
  const elsewhere = await orderAt(OTHER, customer)
  const theirs = await logIn(other())
  const [request] = await theirs.requests(elsewhere.number)
  const identifier = [
    { system: 'https://laboratory.example/reports', value: `report-${reported.request.id}` },
  ]
  const naming = await theirs.report(
    ...reportOn(request, [], {
      identifier,
      result: [{ reference: `Observation/${reported.ids.Observation}` }],
    }),
  )
  expect(naming.body.issue).toMatchObject([{ code: 'not-found' }])
  const answer = await theirs.report(
    ...reportOn(request, [observation(request, HAEMOGLOBIN)], { identifier }),
  )
  expect(answer.status).toBe(200)
  const [, id] = answer.body.entry[0].response.location.split('/')
  expect((await theirs.call('GET', `/DiagnosticReport/${id}`)).body.identifier).toEqual(identifier)
  const mine = await logIn(own())
  const kept = (await mine.call('GET', `/DiagnosticReport/${reported.ids.DiagnosticReport}`)).body
  expect(kept).toMatchObject({
    identifier,
    basedOn: [{ reference: `ServiceRequest/${reported.request.id}` }],
  })
})

test('the audit records which client has read an order', async () => {
  const { id } = await orderAt(OTHER, await house.shop.customer())
  const theirs = await logIn(other())
  await theirs.call('GET', `/ServiceRequest/${id}-0`)
  const { rows } = (await house.database.queries.execute(
    sql`select actor, client_id from laboratory.audit_entry where object_id = ${id} and actor = 'laboratorySystem' order by at desc limit 1`,
  )) as { rows: object[] }
  expect(rows).toEqual([{ actor: 'laboratorySystem', client_id: 'other-laboratory' }])
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
