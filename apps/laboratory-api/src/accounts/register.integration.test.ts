import { setTimeout } from 'node:timers/promises'
import argon2 from '@node-rs/argon2'
import { registeredSchema } from '@shop/contract/accounts'
import { PATIENCE_MS } from '@shop/database/testing/patience'
import { ownServerProof } from '@shop/server/own-server'
import { expect, test, vi } from 'vitest'
import { apiOfFile } from '../testing/api-of-file.ts'
import { TEST_PASSWORD } from '../testing/test-api.ts'
import { acceptedDocuments, users } from './tables.ts'

const shop = apiOfFile('2026-03-02T21:30:00Z')

async function registration(overrides: Record<string, unknown> = {}) {
  const documents = await shop.api.client().documents()
  return {
    email: `person-${crypto.randomUUID()}@mail.example`,
    password: TEST_PASSWORD,
    firstName: 'Anna',
    lastName: 'Kowalska',
    acceptedDocuments: documents
      .filter(({ requiresAcceptance }) => requiresAcceptance)
      .map(({ slug, version }) => ({ slug, version })),
    ...overrides,
  }
}

async function register(overrides: Record<string, unknown> = {}, headers = {}) {
  const answer = await shop.api.request('POST', 'register', { body: await registration(overrides), headers })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

test('a registration returns the token and the account', {
  tags: ['SPEC-3-TOKEN-REGISTER', 'SPEC-3-USER', 'SPEC-7-REGISTER', 'SPEC-7-CURRENT-USER'],
}, async () => {
  const { status, body } = await register({
    email: '  Contract@Mail.Example ',
    phone: '+375 29 123-45-67',
    dateOfBirth: '1990-04-12',
    gender: 'F',
    locale: 'pl',
  })
  expect(status).toBe(201)
  const { accessToken, user } = registeredSchema.parse(body)
  expect(user).toMatchObject({
    email: 'contract@mail.example',
    username: 'contract@mail.example',
    emailConfirmed: false,
    phone: '+375 29 123-45-67',
    dateOfBirth: '1990-04-12',
    gender: 'F',
    locale: 'pl',
    documentsToAccept: [],
  })
  expect(await shop.api.client(accessToken).currentUser()).toEqual(user)
})

test('the account gets the language of the request when none is named', async () => {
  const { body } = await register({}, { 'Accept-Language': 'be,ru;q=0.8' })
  expect(registeredSchema.parse(body).user.locale).toBe('be')
})

test('names in any script are accepted', async () => {
  for (const firstName of ['Мария', 'Ĳsbrand', 'Ó Briain', "D'Arcy", '李', 'Jean-Luc', 'Аль-Хасан']) {
    expect([firstName, (await register({ firstName })).status]).toEqual([firstName, 201])
  }
})

test('an address that has an account is refused, also in capitals', {
  tags: ['SPEC-5-REGISTER-400'],
}, async () => {
  const { user } = await shop.api.registerConfirmedUser()
  const { status, body } = await register({
    email: user.email.toUpperCase(),
    password: 'seven quiet bridges 12',
  })
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'user_exists', errors: [{ path: 'email' }] })
})

test('registering an unproven address again with the same password is refused, and opens no second account', async () => {
  const { user } = await shop.api.registerUser()
  const { status, body } = await register({ email: user.email })
  expect([status, body]).toMatchObject([400, { code: 'user_exists' }])
})

test('of twenty concurrent registrations of one address one makes the account', {
  tags: ['slow'],
}, async () => {
  const email = 'twenty@mail.example'
  const answers = await Promise.all(Array.from({ length: 20 }, () => register({ email })))
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 400)])
})

test('registrations whose passwords wait to be compared leave the database to others', async () => {
  const gate = Promise.withResolvers<boolean>()
  const verify = vi.spyOn(argon2, 'verify').mockReturnValue(gate.promise)
  // More than there are connections.
  const waiting = Array.from({ length: 12 }, () => register())
  try {
    await expect.poll(() => verify.mock.calls.length).toBeGreaterThan(0)
    const read = shop.database.queries.select().from(users).limit(1)
    expect(await Promise.race([read, setTimeout(PATIENCE_MS, 'no answer', { ref: false })])).not.toBe(
      'no answer',
    )
  } finally {
    gate.resolve(false)
    verify.mockRestore()
  }
  const statuses = (await Promise.all(waiting)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([201]))
})

test('all documents that need acceptance must be accepted, in their current version', async () => {
  const none = await register({ acceptedDocuments: [] })
  expect(none.status).toBe(422)
  expect(none.body.errors).toMatchObject([
    { path: 'acceptedDocuments', code: 'document_not_accepted' },
    { path: 'acceptedDocuments', code: 'document_not_accepted' },
  ])
  const { acceptedDocuments: all } = await registration()
  const old = await register({ acceptedDocuments: [{ ...all[0], version: '0.1' }, ...all.slice(1)] })
  expect(old.status).toBe(422)
  expect(old.body.errors).toMatchObject([{ path: 'acceptedDocuments.0', code: 'document_not_current' }])
})

test('accepted documents are stored with time and network address', async () => {
  const { user } = await shop.api.registerUser()
  const rows = (await shop.database.queries.select().from(acceptedDocuments)).filter(
    ({ userId }) => userId === user.id,
  )
  expect(rows.map(({ slug }) => slug).sort()).toEqual(['health-data-consent', 'public-offer'])
  for (const { acceptedAt, address } of rows) {
    expect(acceptedAt).toEqual(shop.clock.now)
    expect(address).toMatch(/^198\.51\./)
  }
})

test('common passwords and one’s own address as a password are refused', {
  tags: ['ASVS-6.2.4'],
}, async () => {
  for (const password of ['password1', 'Password1', 'qwertyuiop', '1234567890']) {
    const { status, body } = await register({ password })
    expect([password, status]).toEqual([password, 422])
    expect(body.errors).toMatchObject([{ path: 'password', code: 'password_too_common' }])
  }
  const email = 'somebody.of.that.name@mail.example'
  expect((await register({ email, password: email })).status).toBe(422)
  expect((await register({ email, password: 'Somebody.of.that.name' })).status).toBe(422)
})

test('names and words that are guessed first are refused as passwords, however they are spelt', {
  tags: ['ASVS-6.2.11'],
}, async () => {
  const person = { firstName: 'Katarzyna', lastName: 'Żółkiewska', email: 'kasia.plum@mail.example' }
  const refused = [
    ...['Synlab2026!', 'laboratory', 'Passw0rd!', 'norma2026!', 'Minsk2026', 'Qwerty123!'],
    ...[
      'Лаборатория2026',
      'l4b0r4t0ry!!',
      'Mińsk-2026',
      'Katarzyna1990',
      '2026Zolkiewska',
      'kasiaplum99',
      'n0rm@N0rm@',
    ],
  ]
  for (const password of refused) {
    const { status, body } = await register({
      ...person,
      password,
      email: `${crypto.randomUUID()}.${person.email}`,
    })
    expect([password, status]).toEqual([password, 422])
    expect(body.errors).toMatchObject([
      { path: 'password', code: expect.stringMatching(/^password_(too_common|holds_known_words)$/) },
    ])
  }
})

test('a name whose letters fold to spaces does not count as a word in a password', async () => {
  const person = { firstName: '\u037a\u037a\u037a', email: 'blank@mail.example' }
  expect((await register({ ...person, password: 'plum   harbour 47' })).status).toBe(201)
})

test('a long password may contain such a word, and none needs capitals, digits or symbols', {
  tags: ['ASVS-6.2.5', 'ASVS-6.2.9'],
}, async () => {
  for (const password of [
    'norma harbour lantern',
    'quiet bridges in minsk',
    'kzqwmtpx',
    'вельмі ціхія масты',
  ]) {
    expect([password, (await register({ password })).status]).toEqual([password, 201])
  }
})

test('an account can be opened from the eighteenth birthday on, by the date in Minsk', async () => {
  // It is 00:30 on 3 March there, still 2 March elsewhere.
  expect((await register({ dateOfBirth: '2008-03-03' })).status).toBe(201)
  for (const [dateOfBirth, code] of [
    ['2008-03-04', 'under_age'],
    ['2026-03-03', 'under_age'],
    ['2026-03-04', 'date_in_future'],
  ]) {
    const { status, body } = await register({ dateOfBirth: dateOfBirth! })
    expect(status).toBe(422)
    expect(body.errors).toMatchObject([{ path: 'dateOfBirth', code }])
  }
})

test('a password is stored as an argon2id hash', { tags: ['ASVS-11.4.2'] }, async () => {
  const { user, password } = await shop.api.registerUser()
  const rows = await shop.database.queries.select().from(users)
  const row = rows.find(({ id }) => id === user.id)
  expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(JSON.stringify(rows)).not.toContain(password)
})

test('an address gets a hundred registrations an hour, no more', async () => {
  const headers = {
    'X-Client-Address': '192.0.2.77',
    'X-Client-Address-Secret': ownServerProof(shop.api.context.settings.clientAddressSecret),
  }
  const statuses: number[] = []
  for (let round = 0; round < 101; round++) {
    // Refused for its documents, after it was counted and before a password is hashed.
    const { status } = await register({ acceptedDocuments: [] }, headers)
    statuses.push(status)
  }
  expect(statuses.slice(0, 100).every((status) => status === 422)).toBe(true)
  expect(statuses[100]).toBe(429)
})
