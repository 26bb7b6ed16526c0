import { expect, test } from 'vitest'
import {
  ApiProblem,
  ApiUnreachable,
  createDeskClient,
  createMainApiClient,
  type MainApiClient,
} from './main-api-client.ts'
import { OPERATIONS } from './main-api-operations.ts'
import { patientToWire } from './patients.ts'
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
  const answered = (more: object) =>
    recorded(() => Response.json({ code: 'not_found', ...more }, { status: 404 })).client.laboratories()
  await expect(answered({ operation: 'unknown' })).rejects.toMatchObject({
    status: 503,
    code: 'not_ready',
    retryAfter: 5,
  })
  await expect(answered({})).rejects.toMatchObject({ status: 404, code: 'not_found' })
})

test('a problem keeps its status, code, fields and waiting time', async () => {
  const body = { code: 'too_many_requests', errors: [{ path: 'email', message: 'wrong' }] }
  const { client } = recorded(() => Response.json(body, { status: 429, headers: { 'Retry-After': '30' } }))
  await expect(client.login(credentials)).rejects.toMatchObject({ status: 429, retryAfter: 30, ...body })
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
