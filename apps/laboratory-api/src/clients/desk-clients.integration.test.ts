import { eq } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { auditEntries } from '../audit/tables.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { createStaff, everywhere, STAFF_PASSWORD, type TestStaff } from '../staff/testing/staff-fixture.ts'
import { ALL_PERMISSIONS, scopesOf } from './scopes.ts'
import { jwkFile, newPair, type Pair, runCommand } from './testing/client-keys.ts'

const house = laboratoryOfFile()
const proof = { password: STAFF_PASSWORD }
let administrator: TestStaff

beforeAll(async () => {
  administrator = await createStaff(house.shop.api, everywhere('administrator'))
})

const command = (...args: string[]) => runCommand(house.database, ...args)

/** A laboratory's system with two keys, and how to get a token with each. */
async function connected(id: string) {
  const [first, second] = [newPair(), newPair()]
  const options = ['--laboratories', '1', '--scopes', scopesOf(ALL_PERMISSIONS).join(' ')]
  await command('create', id, `System ${id}`, ...options, '--key', await jwkFile(first, '../first'))
  await command('add-key', id, await jwkFile(second, 'second'))
  const seconds = () => house.shop.clock.now.getTime() / 1_000
  async function grant(pair: Pair, kid: string) {
    const assertion = await new SignJWT({
      iss: id,
      sub: id,
      aud: 'http://shop.example/laboratory-api/oauth/token',
      jti: crypto.randomUUID(),
      exp: seconds() + 240,
    })
      .setProtectedHeader({ alg: 'ES384', kid })
      .sign(pair.privateKey)
    const answer = await house.shop.api.request('POST', '/oauth/token', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
      }).toString(),
    })
    return ((await answer.json()) as { access_token?: string }).access_token
  }
  return { byFirst: () => grant(first, '../first'), bySecond: () => grant(second, 'second') }
}

const read = async (token: string | undefined) =>
  (await house.shop.api.request('GET', '/fhir/R4/ServiceRequest', { token })).status
const seen = async (id: string) =>
  (await administrator.client.laboratoryClients()).find((client) => client.id === id)

test('an administrator sees the systems with their keys and when each was used, but not the keys themselves', {
  tags: ['ASVS-10.4.9'],
}, async () => {
  const { byFirst } = await connected('seen-system')
  expect((await seen('seen-system'))!.keys.map(({ lastUsedAt }) => lastUsedAt)).toEqual([null, null])
  await byFirst()
  expect(await seen('seen-system')).toEqual({
    id: 'seen-system',
    name: 'System seen-system',
    scopes: scopesOf(ALL_PERMISSIONS),
    laboratoryIds: [1],
    createdAt: expect.any(String),
    endedAt: null,
    keys: [
      { kid: 'second', algorithm: 'ES384', createdAt: expect.any(String), lastUsedAt: null, endedAt: null },
      {
        kid: '../first',
        algorithm: 'ES384',
        createdAt: expect.any(String),
        lastUsedAt: house.shop.clock.now.toISOString(),
        endedAt: null,
      },
    ],
  })
})

test('a stolen key is ended at the desk with its tokens, while the other key keeps working', {
  tags: ['ASVS-10.4.9'],
}, async () => {
  const { byFirst, bySecond } = await connected('robbed-system')
  const [stolen, own] = [await byFirst(), await bySecond()]
  expect([await read(stolen), await read(own)]).toEqual([200, 200])
  await administrator.client.endClientKey('robbed-system', { kid: '../first', ...proof })
  expect([await read(stolen), await read(own)]).toEqual([401, 200])
  expect([await byFirst(), await bySecond()]).toEqual([undefined, expect.any(String)])
  const again = administrator.client.endClientKey('robbed-system', { kid: '../first', ...proof })
  await expect(again).rejects.toMatchObject({ status: 404 })
  expect(await seen('robbed-system')).toMatchObject({
    endedAt: null,
    keys: [
      { kid: 'second', endedAt: null },
      { kid: '../first', endedAt: expect.any(String) },
    ],
  })
  const rows = await house.database.queries
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.objectId, 'robbed-system'))
  expect(rows).toMatchObject([
    { kind: 'laboratoryClient', action: 'delete', actor: 'staff', staffId: administrator.staffId },
  ])
})

test('a system is ended as a whole, and the command sees it as ended too', {
  tags: ['ASVS-10.4.9'],
}, async () => {
  const { byFirst, bySecond } = await connected('left-system')
  const tokens = [await byFirst(), await bySecond()]
  await administrator.client.endLaboratoryClient('left-system', proof)
  expect(await Promise.all([...tokens, await byFirst()].map(read))).toEqual([401, 401, 401])
  expect((await command('end', 'left-system'))[0]).toBe(1)
  expect((await command('list')).join('\n')).toMatch(/left-system .* ended /)
})

test('a session at the desk ends nothing without the password or with a wrong one', {
  tags: ['ASVS-10.4.9'],
}, async () => {
  const { byFirst } = await connected('guarded-system')
  const token = await byFirst()
  const { client } = administrator
  for (const attempt of [
    () => client.endLaboratoryClient('guarded-system', { password: 'guess' }),
    () => client.endClientKey('guarded-system', { password: 'guess', kid: '../first' }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: 'wrong_password', errors: [{ path: 'password' }] })
  }
  await expect(client.endLaboratoryClient('guarded-system', {} as never)).rejects.toMatchObject({
    code: 'invalid_fields',
  })
  expect(await read(token)).toBe(200)
})

test('a login while the key is being ended gets no usable token, and of two concurrent calls that end it one is refused', async () => {
  const { byFirst } = await connected('hasty-system')
  const ends = () => administrator.client.endClientKey('hasty-system', { kid: '../first', ...proof })
  const [tokens, ended] = await Promise.all([
    Promise.all(Array.from({ length: 8 }, () => byFirst())),
    Promise.allSettled([ends(), ends()]),
  ])
  expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  for (const token of tokens) if (token) expect(await read(token)).toBe(401)
})
