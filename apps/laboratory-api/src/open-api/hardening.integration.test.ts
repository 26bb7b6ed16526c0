import { patientToWire } from '@shop/contract/patients'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { apiOfFile, DAY } from '../testing/api-of-file.ts'
import { type JsonSchema, readOperations } from '../testing/operations.ts'
import { codeOf, linkTokenOf, TEST_PASSWORD, type TestUser } from '../testing/test-api.ts'

const shop = apiOfFile()
let owner: TestUser
beforeAll(async () => {
  owner = await shop.api.registerConfirmedUser()
})

/** The body of a patient; `more` is added both beside the personal details and among them. */
function patientBody(particulars: object = {}, more: object = {}) {
  const payload = patientToWire({
    firstName: 'Anna',
    lastName: 'Kowalska',
    gender: 'FEMALE',
    dateOfBirth: '1990-04-12',
  })
  return { ...payload, ...more, personalDetails: { ...payload.personalDetails, ...more, ...particulars } }
}
const post = (path: string, body: unknown) => shop.api.request('POST', path, { token: owner.token, body })
const createPatient = (body: unknown) => post('patient/', body)

/** How a message to support is read back: the one text that accepts everything. */
async function readMessage(message: string): Promise<unknown> {
  const answer = await post('support-messages', { name: 'Anna', email: owner.user.email, message })
  expect(answer.status).toBe(201)
  const { reference } = (await answer.json()) as { reference: string }
  const thread = (await owner.client.supportThreads()).find((one) => one.reference === reference)
  return thread!.entries[0]!.text
}

const loginWith = (password: string, email = owner.user.email) =>
  shop.api
    .client()
    .login({ username: email, password })
    .then(
      () => 'in',
      (error) => error.code,
    )

test('fields that a form does not name are ignored: neither owner nor id nor proof of an address can be set', {
  tags: ['ASVS-15.3.3'],
}, async () => {
  const stranger = await shop.api.registerUser()
  const id = crypto.randomUUID()
  const answer = await createPatient(
    patientBody({}, { id, userId: stranger.user.id, user_id: stranger.user.id }),
  )
  expect(answer.status).toBe(201)
  expect(((await answer.json()) as { id: string }).id).not.toBe(id)
  expect(await stranger.client.patients()).toEqual([])
  const proven = { emailConfirmedAt: '2020-01-01T00:00:00Z', email_confirmed_at: '2020-01-01T00:00:00Z' }
  const { user } = await shop.api.registerUser(proven as object)
  const { rows } = await shop.database.queries.execute(
    sql`select email_confirmed_at as at from laboratory.user_account where id = ${user.id}::uuid`,
  )
  expect(rows).toEqual([{ at: null }])
})

test('members that target prototypes change nothing', { tags: ['ASVS-15.3.6'] }, async () => {
  const reaching = '"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},'
  const body = JSON.stringify(patientBody()).replace('{', `{${reaching}`)
  expect((await createPatient(body)).status).toBe(201)
  expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
})

test('a value of another type is refused, not converted', { tags: ['ASVS-15.3.5'] }, async () => {
  for (const firstName of [1, true, ['Anna'], { toString: 'Anna' }, null]) {
    expect((await createPatient(patientBody({ firstName }))).status, JSON.stringify(firstName)).toBe(422)
  }
})

test('a parameter that is given twice is one value or refused, never two', {
  tags: ['ASVS-15.3.7'],
}, async () => {
  const answer = await shop.api.request('GET', 'test-results?limit=1&limit=100&cursor=', {
    token: owner.token,
  })
  expect([200, 422]).toContain(answer.status)
  const statements = await shop.database.statementsOf(() =>
    shop.api.request('GET', 'test-results?patientId=1&patientId=2', { token: owner.token }),
  )
  expect(statements.filter((text) => /test_result/.test(text))).toEqual([])
})

test('numbers outside the supported range are refused', { tags: ['ASVS-1.4.2'] }, async () => {
  for (const limit of ['0', '-1', '101', '1e308', '9007199254740993', '1.5', 'NaN', 'Infinity']) {
    const answer = await shop.api.request('GET', `test-results?limit=${limit}`, { token: owner.token })
    expect(answer.status, limit).toBe(422)
  }
})

test('control characters and half surrogate pairs do not get into texts', {
  tags: ['ASVS-1.3.3'],
}, async () => {
  for (const text of ['An\u0000na', 'An\ud800na', 'An\u0007na', 'An\u001bna']) {
    expect((await createPatient(patientBody({ firstName: text }))).status, JSON.stringify(text)).toBe(422)
    const message = { name: 'Anna', email: owner.user.email, message: text }
    expect((await post('support-messages', message)).status, JSON.stringify(text)).toBe(422)
  }
})

test('typed text is decoded only once', { tags: ['ASVS-1.1.1'] }, async () => {
  const message = '%3Cb%3E &lt;b&gt; %2527 \\u0041'
  expect(await readMessage(message)).toBe(message)
})

test('typed text stays a value in every query', { tags: ['ASVS-1.2.4', 'ASVS-1.1.2'] }, async () => {
  const message = `'; drop table laboratory.patient; --`
  const statements = await shop.database.statementsOf(async () => {
    expect(await readMessage(message)).toBe(message)
  })
  expect(statements.filter((text) => text.includes('drop table'))).toEqual([])
  expect(await loginWith(TEST_PASSWORD, `o'or'1=1@mail.example`)).toBe('invalid_credentials')
  expect(await owner.client.patients()).toBeInstanceOf(Array)
})

test('no reply can be read by pages of other origins', { tags: ['ASVS-3.4.2'] }, async () => {
  for (const path of ['users/current', 'documents', 'patient', 'nowhere', 'healthz']) {
    const headers = { Origin: 'https://evil.example' }
    const answer = await shop.api.request('GET', path, { token: owner.token, headers })
    expect(answer.headers.get('Access-Control-Allow-Origin'), path).toBeNull()
    expect(answer.headers.get('Access-Control-Allow-Credentials'), path).toBeNull()
  }
})

test('a reply of the API is not a page: it has a type, no type sniffing, and a policy that allows nothing', {
  tags: ['ASVS-3.2.1', 'ASVS-3.4.6'],
}, async () => {
  for (const path of ['users/current', 'patient', 'nowhere']) {
    const { headers } = await shop.api.request('GET', path, { token: owner.token })
    expect(headers.get('Content-Type'), path).toMatch(/^application\/(?:problem\+)?json/)
    expect(headers.get('X-Content-Type-Options'), path).toBe('nosniff')
    expect(headers.get('Content-Security-Policy'), path).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  }
})

test('an internal failure is reported without details', { tags: ['ASVS-16.5.1'] }, async () => {
  const answer = await shop.database.watch(
    () => {
      throw new Error('select password_hash from laboratory.user_account /srv/shop/secret.ts:1')
    },
    () => shop.api.request('GET', 'patient', { token: owner.token }),
  )
  expect(answer.status).toBeGreaterThanOrEqual(500)
  expect(await answer.text()).not.toMatch(/select|password_hash|srv|\.ts|at /)
})

test('a password of seven characters is refused, a longer one that is hard to guess is accepted', {
  tags: ['ASVS-6.2.1'],
}, async () => {
  const refused = await shop.api.registerUser({ password: 'x7#Qm!z' }).catch((error) => error)
  expect(refused).toMatchObject({ status: 422, errors: [{ path: 'password' }] })
  await expect(shop.api.registerUser({ password: 'x7#Qm!zW9' })).resolves.toBeTruthy()
})

test('a password counts exactly as typed: capitals, spaces and every character to the end', {
  tags: ['ASVS-6.2.8'],
}, async () => {
  const password = `Plum Harbour ${'long '.repeat(12)}Lantern 47`
  const { user } = await shop.api.registerUser({ password })
  for (const other of [
    password.toLowerCase(),
    password.slice(0, -1),
    `${password} `,
    password.replaceAll(' ', ''),
  ]) {
    expect(await loginWith(other, user.email), other).toBe('invalid_credentials')
  }
  expect(await loginWith(password, user.email)).toBe('in')
})

test('before the first registration there is no account, and none with a default password', {
  tags: ['ASVS-6.3.2'],
}, async () => {
  for (const name of ['admin', 'root', 'sa', 'demo', 'test', 'support']) {
    for (const email of [name, `${name}@shop.example`, `${name}@laboratory.example`]) {
      expect(await loginWith(name, email)).not.toBe('in')
    }
  }
  const { rows } = await shop.database.queries.execute(
    sql`select count(*)::int as count from laboratory.staff_account`,
  )
  expect(rows).toEqual([{ count: 0 }])
})

test('mailed codes have six digits, and session tokens have 256 bits and do not repeat', {
  tags: ['ASVS-6.5.4', 'ASVS-7.2.3'],
}, async () => {
  const many = await Promise.all(Array.from({ length: 12 }, () => shop.api.registerUser()))
  const codes = await Promise.all(
    many.map(async ({ user }) => codeOf(await shop.api.mailServer.take({ to: user.email }))),
  )
  for (const code of codes) expect(code).toMatch(/^\d{6}$/)
  const tokens = many.map(({ token }) => token)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(new Set(tokens).size).toBe(tokens.length)
})

test('sessions begin only by registration and login: reading, mails and a password reset create none', {
  tags: ['ASVS-7.6.2'],
}, async () => {
  const count = async () =>
    (await shop.database.queries.execute(sql`select count(*)::int as count from laboratory.access_token`))
      .rows[0]
  const { user } = await shop.api.registerConfirmedUser()
  const before = await count()
  const guest = shop.api.client()
  await guest.documents()
  await guest.requestPasswordReset({ email: user.email })
  const mail = await shop.api.mailServer.take({ to: user.email, subject: /password/i })
  await guest.resetPassword({ token: linkTokenOf(mail), newPassword: 'harbour plum 58 lantern' })
  expect((await count())!.count).toBeLessThanOrEqual(Number(before!.count))
})

test('no password expires with age', { tags: ['ASVS-6.2.10'] }, async () => {
  const { user } = await shop.api.registerConfirmedUser()
  shop.clock.pass(800 * DAY)
  expect(await loginWith(TEST_PASSWORD, user.email)).toBe('in')
})

test('no call over plain http is redirected, so that an insecure client does not go unnoticed', {
  tags: ['ASVS-4.1.2'],
}, async () => {
  const headers = { 'X-Forwarded-Proto': 'http', Host: 'shop.example' }
  for (const { method, path, name } of await readOperations(shop.api)) {
    const asked = path.replaceAll(/\{\w+\}/g, '1')
    const { status } = await shop.api.request(method, asked, { headers })
    expect(status < 300 || status >= 400, `${name}: ${status}`).toBe(true)
  }
})

test('there are no password hints and no secret questions: no column and no request field is for them', {
  tags: ['ASVS-6.4.2'],
}, async () => {
  const hints = /hint|question|reminder_text|mother|maiden|pet_?name/i
  const { rows } = await shop.database.queries.execute(
    // The laboratory's questions before a visit give no access.
    sql`select column_name as name from information_schema.columns
      where table_schema in ('laboratory', 'shop') and table_name <> 'visit_answer'`,
  )
  expect(rows.length).toBeGreaterThan(200)
  expect(rows.filter(({ name }) => hints.test(String(name)))).toEqual([])
  const fields: string[] = []
  const collect = (schema: JsonSchema | undefined) => {
    for (const [name, member] of Object.entries(schema?.properties ?? {})) {
      fields.push(name)
      collect(member)
    }
  }
  const operations = await readOperations(shop.api)
  for (const { bodySchema } of operations) collect(bodySchema)
  expect(fields).toContain('password')
  expect(fields.filter((name) => hints.test(name))).toEqual([])
})

test('a session comes from the listed operations, and from no other', {
  tags: ['ASVS-6.3.4'],
}, async () => {
  const operations = await readOperations(shop.api)
  const ways = operations.filter(({ operation, resolve }) =>
    Object.values(operation.responses).some(({ content }) => {
      const schema = content?.['application/json']?.schema
      const members = Object.keys((schema && resolve(schema).properties) ?? {})
      return members.some((name) => /^access_?token$/i.test(name))
    }),
  )
  expect(ways.map(({ operation }) => operation.operationId).sort()).toEqual([
    // Password and app's code, for an invitation.
    'acceptInvitation',
    // A laboratory's system, by a signed assertion.
    'fhirToken',
    // The second step of a login.
    'finishLogin',
    // Password; with a second factor it returns the next step.
    'login',
    // Both factors in one.
    'loginWithPasskey',
    // For a new account.
    'register',
    // Password and code together.
    'staffLogin',
  ])
})
