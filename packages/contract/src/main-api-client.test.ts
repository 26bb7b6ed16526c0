import { expect, test } from 'vitest'
import {
  ApiProblem,
  ApiUnreachable,
  createDeskClient,
  createMainApiClient,
  type MainApiClient,
  membersOf,
} from './main-api-client.ts'
import { OPERATIONS } from './main-api-operations.ts'
import { patientToWire } from './patients.ts'
import { Problem, problemResponse } from './problem.ts'
import { UNKNOWN_OPERATION } from './problem-members.ts'
import { STAFF_OPERATIONS } from './staff-operations.ts'

const ID = '0199d0f2-6c1e-7a55-9c4b-5b1f6a7c2d10'
const ROOT = 'http://api.test/root'
const anna = patientToWire({
  firstName: 'Anna',
  lastName: 'Kowalska',
  gender: 'FEMALE',
  dateOfBirth: '1990-04-12',
})
const registration = {
  email: 'anna@example.com',
  password: 'plum harbour 47 lantern',
  firstName: 'Anna',
  lastName: 'Kowalska',
  acceptedDocuments: [],
}
const credentials = { username: 'anna@example.com', password: 'plum harbour 47 lantern' }
const passwords = { currentPassword: 'old', newPassword: 'seven quiet bridges' }
const user = { firstName: 'Anna', lastName: 'Kowalska', email: 'anna@example.com' }

/** A client of an API that always gives the same answer, and the calls that the API got. */
function recorded(answer: () => Response = () => Response.json({}), { token = '', trusted = true } = {}) {
  const calls: { line: string; body: unknown; headers: Headers }[] = []
  const client = createMainApiClient({
    root: ROOT,
    token,
    trusted,
    async fetch(input, { method, body, headers }) {
      calls.push({
        line: `${method} ${input.slice(ROOT.length + 1)}`,
        body: typeof body === 'string' ? JSON.parse(body) : undefined,
        headers: new Headers(headers),
      })
      return answer()
    },
  })
  return { client, calls }
}

const CALLS: [
  tags: string[],
  line: string,
  body: unknown,
  call: (client: MainApiClient) => Promise<unknown>,
][] = [
  [['SPEC-7-REGISTER'], 'POST register', registration, (client) => client.register(registration)],
  [['SPEC-7-LOGIN'], 'POST login', credentials, (client) => client.login(credentials)],
  [
    ['SPEC-7-PASSWORD-RESET'],
    'POST users/password',
    { email: user.email },
    (client) => client.requestPasswordReset({ email: user.email }),
  ],
  [['SPEC-7-PASSWORD-CHANGE'], 'PUT users/password', passwords, (client) => client.changePassword(passwords)],
  [['SPEC-7-CURRENT-USER'], 'GET users/current', undefined, (client) => client.currentUser()],
  [['SPEC-7-EDIT-USER'], `PUT users/${ID}`, user, (client) => client.editUser(ID, user)],
  [
    ['SPEC-7-SEND-ACTIVATION'],
    'POST users/send-activation-email',
    {},
    (client) => client.sendActivationEmail(),
  ],
  [
    ['SPEC-7-ACTIVATE'],
    'POST users/activate',
    { token: '493027' },
    (client) => client.activate({ token: '493027' }),
  ],
  [['SPEC-7-PATIENT-LIST'], 'GET patient', undefined, (client) => client.patients()],
  [
    ['SPEC-7-PATIENT-CREATE'],
    'POST patient/?userAsPatient=false',
    anna,
    (client) => client.createPatient(anna, { userAsPatient: 'false' }),
  ],
  [['SPEC-7-PATIENT-UPDATE'], `PUT patient/${ID}`, anna, (client) => client.editPatient(ID, anna)],
  [['SPEC-7-LABORATORIES'], 'GET laboratories', undefined, (client) => client.laboratories()],
  [['SPEC-7-LABORATORY'], 'GET laboratories/3', undefined, (client) => client.laboratory(3)],
  [
    ['SPEC-7-LAB-SERVICES'],
    'GET labService?laboratoryId=3',
    undefined,
    (client) => client.analyses({ laboratoryId: 3 }),
  ],
  [
    ['SPEC-7-LAB-SERVICE-SEARCH'],
    'GET labService/search?searchNameTerm=%D1%84+b',
    undefined,
    (client) => client.searchAnalyses({ searchNameTerm: 'ф b' }),
  ],
  [['SPEC-7-LAB-SERVICE'], 'GET labService/12', undefined, (client) => client.analysis(12)],
  [
    ['SPEC-7-PROFILES'],
    'GET profiles?laboratoryId=3',
    undefined,
    (client) => client.profiles({ laboratoryId: 3 }),
  ],
  [['SPEC-7-PROFILE'], 'GET profiles/7', undefined, (client) => client.profile(7)],
]

for (const [tags, line, body, call] of CALLS) {
  test(`${line} is called with its payload`, { tags }, async () => {
    const { client, calls } = recorded()
    // An operation without an answer accepts no success status but its own.
    await call(client).catch((error) => expect(error).toMatchObject({ status: 200 }))
    expect(calls.map((made) => ({ line: made.line, body: made.body }))).toEqual([{ line, body }])
  })
}

test('bodies are JSON, and JSON is asked for', { tags: ['SPEC-7-JSON'] }, async () => {
  const { client, calls } = recorded()
  await client.login(credentials)
  await client.laboratories()
  expect(calls.map(({ headers }) => [headers.get('Content-Type'), headers.get('Accept')])).toEqual([
    ['application/json', 'application/json'],
    [null, 'application/json'],
  ])
})

test('the token is sent if there is one; without it there is no Authorization header', {
  tags: ['SPEC-7-AUTHORIZATION', 'SPEC-6-TOKEN-SENT'],
}, async () => {
  const [loggedIn, guest] = [recorded(undefined, { token: 'abc' }), recorded()]
  await loggedIn.client.currentUser()
  await guest.client.laboratories()
  expect(loggedIn.calls[0]?.headers.get('Authorization')).toBe('Bearer abc')
  expect(guest.calls[0]?.headers.get('Authorization')).toBeNull()
})

test('an API that does not answer is reported as unreachable', { tags: ['SPEC-8-NETWORK'] }, async () => {
  const client = createMainApiClient({
    root: ROOT,
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  })
  await expect(client.laboratories()).rejects.toThrow('Api client caught error')
  await expect(client.laboratories()).rejects.toBeInstanceOf(ApiUnreachable)
})

test('an unreadable answer counts as no answer', async () => {
  const { client } = recorded(() => new Response('<html>', { status: 200 }))
  await expect(client.laboratories()).rejects.toBeInstanceOf(ApiUnreachable)
})

test('a call that the previous release lacks is not ready yet; any other 404 is not found', async () => {
  const answered = (extension: Record<string, unknown>) =>
    recorded(() => problemResponse(new Problem('not_found', { extension }))).client.laboratories()
  await expect(answered(UNKNOWN_OPERATION)).rejects.toMatchObject({
    status: 503,
    code: 'not_ready',
    retryAfter: 5,
  })
  await expect(answered({})).rejects.toMatchObject({ status: 404, code: 'not_found' })
})

/** What the client throws for an answer with this status and body. */
async function thrownFor(status: number, body: unknown, headers: HeadersInit = {}): Promise<ApiProblem> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const { client } = recorded(() => new Response(text, { status, headers }))
  return client.login(credentials).then(
    () => expect.fail('refused'),
    (error) => error,
  )
}
const detailsOf = (status: number, code: string, more: object = {}) => ({
  ...{ type: 'about:blank', title: 'Refused', status, code },
  ...more,
})

test('a problem keeps its status, code, fields and waiting time', async () => {
  const errors = [{ path: 'email', message: 'wrong' }]
  const body = detailsOf(429, 'too_many_requests', { errors })
  expect(await thrownFor(429, body, { 'Retry-After': '30' })).toMatchObject({
    ...{ status: 429, code: 'too_many_requests', errors, retryAfter: 30 },
  })
})

test.each([
  ['no JSON', '<html>Bad Gateway</html>'],
  ['null', null],
  ['a list', [detailsOf(422, 'wrong_pin')]],
  ['no problem details', { code: 'wrong_pin', errors: [] }],
  ['a code that is no text', detailsOf(422, 'wrong_pin', { code: 422 })],
  ['fields in another form', detailsOf(422, 'invalid_fields', { errors: { email: 'wrong' } })],
  ['a field without a path', detailsOf(422, 'invalid_fields', { errors: [{ message: 'wrong' }] })],
])('a refusal with %s counts as a bare status', async (_, body) => {
  expect(await thrownFor(422, body)).toMatchObject({ status: 422, code: null, errors: [], body: {} })
})

test.each(['a_code_of_tomorrow', 'toString'])(
  'a code that this release lacks, such as %s, is no code',
  async (code) => {
    const errors = [{ path: 'email', message: 'wrong' }]
    const thrown = await thrownFor(409, detailsOf(409, code, { errors, total: 7 }))
    expect(thrown).toMatchObject({ status: 409, code: null, errors, body: {} })
  },
)

test('a time to wait that is no number of seconds is none', async () => {
  const headers = { 'Retry-After': 'Wed, 21 Oct 2040 07:28:00 GMT' }
  expect((await thrownFor(503, detailsOf(503, 'not_ready'), headers)).retryAfter).toBeNull()
})

test('the further members of a problem are read by the schema of its code', async () => {
  const total = { price: 18.5, currency: 'BYN' }
  const changed = await thrownFor(409, detailsOf(409, 'price_changed', { total, more: 1 }))
  expect(membersOf(changed, 'price_changed')).toEqual({ total })
  expect(membersOf(changed, 'stale_write')).toBeNull()
  expect(membersOf(new Error('price_changed'), 'price_changed')).toBeNull()
  const stale = await thrownFor(409, detailsOf(409, 'stale_write'))
  expect(membersOf(stale, 'stale_write')).toEqual({})
})

test.each([
  ['price_changed', { total: '18.50' }],
  ['price_changed', {}],
  ['stale_write', { changed: { by: 7, change: 'paid', at: 'today' } }],
  ['visits_lose_place', { visits: [{ orderId: 'x' }] }],
  ['catalogue_refused', { reasons: 'many' }],
  ['statement_unreadable', { line: 'first', column: null }],
  ['wrong_pin', { remainingAttempts: '0' }],
] as const)('further members of %s that do not match are left out: %j', async (code, further) => {
  const thrown = await thrownFor(409, detailsOf(409, code, further))
  expect(thrown).toMatchObject({ code, body: {} })
  expect(membersOf(thrown, code) ?? {}).toEqual({})
})

test('only status 200 means that a password was changed', {
  tags: ['SPEC-7-PASSWORD-CHANGE'],
}, async () => {
  const { client } = recorded(() => new Response(null, { status: 204 }))
  await expect(client.changePassword(passwords)).rejects.toMatchObject({ status: 204, code: null })
})

test('a bare status is a problem without a code', async () => {
  const { client } = recorded(() => new Response(null, { status: 500 }))
  await expect(client.activate({ token: '1' })).rejects.toMatchObject({ status: 500, code: null, errors: [] })
  await expect(client.activate({ token: '1' })).rejects.toBeInstanceOf(ApiProblem)
})

// Seen in practice: `POST /orders/..%2Flogout%3F` of the shop became `POST /logout` of the main API.
test.each(['../logout?', '..', '.', '', '%2e%2e', `${ID}/payment`, `${ID}#`])(
  'an id that leads elsewhere, such as %j, is not found and never sent',
  { tags: ['ASVS-1.2.2'] },
  async (id) => {
    const { client, calls } = recorded()
    const answers = await Promise.allSettled([client.cancelOrder(id), client.laboratory(id)])
    const notFound = { status: 'rejected', reason: { status: 404, code: 'not_found' } }
    expect(answers).toMatchObject([notFound, notFound])
    expect(calls).toEqual([])
  },
)

test.each(['../logout?', 'a/b', 'offer?x=1#y', '%2e%2e'])(
  'a text in a path, such as %j, stays one segment of it',
  { tags: ['ASVS-1.2.2'] },
  async (slug) => {
    const { client, calls } = recorded()
    await client.document(slug)
    const path = new URL(calls[0]!.line.replace('GET ', `${ROOT}/`)).pathname
    expect(path).toBe(`/root/documents/${encodeURIComponent(slug)}`)
  },
)

test('no call of the shop or the desk has a path that an id could escape', {
  tags: ['ASVS-1.2.2'],
}, async () => {
  const paths: string[] = []
  const options = {
    root: ROOT,
    trusted: true,
    fetch: async (input: string) => {
      paths.push(new URL(input).pathname)
      return Response.json({})
    },
  }
  const clients = [
    [OPERATIONS, createMainApiClient(options)],
    [STAFF_OPERATIONS, createDeskClient(options)],
  ] as const
  let tried = 0
  for (const [operations, client] of clients) {
    for (const [name, { path }] of Object.entries(operations)) {
      const ids = path.match(/\{\w+\}/g)
      if (!ids) continue
      tried++
      const call = (client as unknown as Record<string, (...given: string[]) => Promise<unknown>>)[name]!
      await call(...ids.map(() => '../../logout?x=1#')).catch(() => null)
      const asked = paths.splice(0)
      for (const each of asked) expect(each.split('/').length, name).toBe(`/root${path}`.split('/').length)
    }
  }
  expect(tried).toBeGreaterThan(20)
})

test('an answer whose shape differs from the description counts as no answer', async () => {
  const { client } = recorded(() => Response.json({ redirectUrl: 7 }), { trusted: false })
  await expect(client.payOrder(ID)).rejects.toBeInstanceOf(ApiUnreachable)
})

test('a copy that is still current is not read again', async () => {
  const kept = recorded(() => new Response(null, { status: 304 }))
  expect(await kept.client.ifChanged('"7"').laboratories()).toBeNull()
  expect(kept.calls[0]?.headers.get('If-None-Match')).toBe('"7"')
  const changed = recorded(() => Response.json([], { headers: { ETag: '"8"' } }))
  expect(await changed.client.ifChanged('"7"').laboratories()).toEqual({ value: [], etag: '"8"' })
})

test('a call that its reader abandons is aborted', async () => {
  const reader = new AbortController()
  const client = createMainApiClient({
    root: ROOT,
    fetch: (_, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  })
  const file = client.until(reader.signal).orderReceipt(ID)
  reader.abort()
  await expect(file).rejects.toMatchObject({ cause: { name: 'AbortError' } })
})
