import { type FieldError, problemSchema } from '@shop/contract/problem'
import { isTriedHere, openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { STAFF_ROLES } from '@shop/domain/staff'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { problemCodesOf } from '../api.ts'
import { openShop, type Shop } from '../orders/testing/order-fixture.ts'
import { createStaff, everywhere, type TestStaff } from '../staff/testing/staff-fixture.ts'
import {
  bodiesWithOneOther,
  bodiesWithOneTooLong,
  bodiesWithOneWrongType,
  bodiesWithoutOneField,
  type WrongBody,
} from '../testing/operation-bodies.ts'
import {
  type DescribedOperation,
  type Parameter,
  readOperations,
  undescribed,
} from '../testing/operations.ts'
import { createOwner, type Owner, ownValue } from '../testing/owner-fixture.ts'
import type { RequestOptions } from '../testing/test-api.ts'

// Every operation of the API's own description is tried; a new one is covered as soon as it is described.

let database: TestDatabase
let shop: Shop
let operations: DescribedOperation[]
/** Tests that change something, or end sessions, take people of their own. */
let owner: Owner
let stranger: Owner
/** A member of staff with every permission. */
let staff: TestStaff

const createMember = () => createStaff(shop.api, ...STAFF_ROLES.map(everywhere))

beforeAll(async () => {
  database = await openTestDatabase()
  shop = await openShop(database)
  operations = await readOperations(shop.api)
  owner = await createOwner(shop, '2040-03-06')
  stranger = await createOwner(shop, '2040-03-07')
  staff = await createMember()
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

/** The owner's value; for a parameter that is not personal, a value of its type that matches nothing. */
function parameterValue({ name, schema }: Parameter, path: string, whose: Owner): string {
  const known = ownValue(path, name, whose)
  if (known !== undefined) return known
  if (schema.example !== undefined) return String(schema.example)
  if (schema.format === 'uuid') return crypto.randomUUID()
  return schema.type === 'string' ? 'nothing-of-this-name' : '1'
}

const problemsSeen: string[] = []
/** Members of replies that the description does not name. */
const undescribedSeen: string[] = []
const answersCompared = new Set<string>()

beforeEach(() => {
  for (const record of [problemsSeen, undescribedSeen]) record.length = 0
  answersCompared.clear()
})
afterEach(() => {
  expect([...new Set(problemsSeen)], 'every reply is in the description').toEqual([])
  // The export has everything about an account; a separate test covers what it leaves out.
  const exported = /^GET \/users\/current\/export/
  const undescribed = [...new Set(undescribedSeen)].filter((member) => !exported.test(member))
  expect(undescribed, 'replies have the fields of their descriptions and no others').toEqual([])
})

/** Calls the operation with the values of `whose`, and records a reply that is not in the description. */
async function call(
  operation: DescribedOperation,
  whose: Owner,
  { without, ...options }: RequestOptions & { without?: Parameter } = {},
): Promise<{ status: number; errors: FieldError[] }> {
  let { path } = operation
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  for (const parameter of operation.parameters.filter((candidate) => candidate !== without)) {
    const value = parameterValue(parameter, operation.path, whose)
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, value)
    if (parameter.in === 'query' && parameter.required) query.set(parameter.name, value)
    if (parameter.in === 'header' && parameter.required) headers[parameter.name] = crypto.randomUUID()
  }
  const answer = await shop.api.request(operation.method, `${path}?${query}`, {
    ...options,
    headers: { ...headers, ...options.headers },
  })
  if (!operation.operation.responses[answer.status]) problemsSeen.push(`${operation.name}: ${answer.status}`)
  if (answer.status < 400) {
    const content = operation.operation.responses[answer.status]?.content?.['application/json']
    if (content?.schema) {
      answersCompared.add(operation.name)
      const extra = undescribed(await answer.json(), content.schema, operation.resolve)
      undescribedSeen.push(...extra.map((member) => `${operation.name}: ${member}`))
    }
    return { status: answer.status, errors: [] }
  }
  if (operation.path.startsWith('/fhir/')) {
    expect(await answer.json()).toMatchObject({ resourceType: 'OperationOutcome' })
    return { status: answer.status, errors: [] }
  }
  expect(answer.headers.get('Content-Type')).toContain('application/problem+json')
  const problem = problemSchema.parse(await answer.json())
  expect(problem.status).toBe(answer.status)
  const described = problemCodesOf(operation.operation.responses[answer.status]?.description ?? '')
  if (!described.includes(problem.code))
    problemsSeen.push(`${operation.name}: ${answer.status} ${problem.code}`)
  return { status: answer.status, errors: problem.errors ?? [] }
}

const example = ({ bodySchema }: DescribedOperation) => (bodySchema ? (bodySchema.example ?? {}) : undefined)

/** The operations whose reply does not have the expected status. */
async function others(
  tried: DescribedOperation[],
  status: number,
  attempt: (operation: DescribedOperation) => Promise<{ status: number }>,
): Promise<string[]> {
  expect(tried.length).toBeGreaterThan(0)
  const names: string[] = []
  for (const operation of tried) {
    const answer = await attempt(operation)
    if (answer.status !== status) names.push(`${operation.name}: ${answer.status}`)
  }
  return names
}

const needUser = () => operations.filter(({ needsUser }) => needsUser)
/** The token that the call needs, so that the reply depends only on the request. */
const tokenFor = (
  { staffPermission }: DescribedOperation,
  people: Record<'owner' | 'staff', { token: string }> = { owner, staff },
) => (staffPermission === undefined ? people.owner.token : people.staff.token)
const withBody = () =>
  operations.filter(({ bodySchema, needsLaboratorySystem }) => bodySchema && !needsLaboratorySystem)

test('a guest gets 401 where a user is needed', {
  tags: ['SPEC-6-TWO-STATES', 'ASVS-8.2.1', 'ASVS-8.3.1'],
}, async () => {
  const answers = others(needUser(), 401, (operation) => call(operation, owner, { body: example(operation) }))
  expect(await answers).toEqual([])
})

test('the token of an ended session gets 401', { tags: ['ASVS-7.2.1'] }, async () => {
  const { token, client } = await shop.api.registerUser()
  await client.logout()
  const answers = others(needUser(), 401, (operation) =>
    call(operation, owner, { token, body: example(operation) }),
  )
  expect(await answers).toEqual([])
})

test('a made-up token gets 401', { tags: ['ASVS-7.2.1'] }, async () => {
  const answers = others(needUser(), 401, (operation) =>
    call(operation, owner, { token: 'A'.repeat(43), body: example(operation) }),
  )
  expect(await answers).toEqual([])
})

test("operations of the laboratory's system refuse guests and users", {
  tags: ['ASVS-8.2.1', 'ASVS-10.3.1'],
}, async () => {
  const found: string[] = []
  for (const operation of operations.filter(({ needsLaboratorySystem }) => needsLaboratorySystem)) {
    for (const token of [undefined, owner.token]) {
      const { status } = await call(operation, owner, { token, body: example(operation) })
      if (status !== 401) found.push(`${operation.name}: ${status}`)
    }
  }
  expect(found).toEqual([])
})

const personalOperations = () =>
  needUser().filter(({ parameters }) => parameters.some((parameter) => parameter.in === 'path'))

test('the owner can read what is tried below', async () => {
  const readings = personalOperations().filter(({ method }) => method === 'GET')
  const answers = others(readings, 200, (operation) => call(operation, owner, { token: owner.token }))
  expect(await answers).toEqual([])
})

test("another's patient is not found through one's own result", { tags: ['ASVS-8.2.2'] }, async () => {
  const nested = personalOperations().filter(({ path }) => /\{.+\{/.test(path))
  const mixed = { ...owner, testResultId: stranger.testResultId }
  const answers = others(nested, 404, (operation) =>
    call(operation, mixed, { token: stranger.token, body: example(operation) }),
  )
  expect(await answers).toEqual([])
})

test("another user's objects do not exist for a stranger, whatever is tried with them", {
  tags: ['SPEC-6-TWO-STATES', 'ASVS-8.2.2'],
}, async () => {
  const answers = others(personalOperations(), 404, (operation) =>
    call(operation, owner, { token: stranger.token, body: example(operation) }),
  )
  expect(await answers).toEqual([])
  expect((await owner.client.patients()).map(({ id }) => id)).toEqual([owner.patientId])
  expect((await owner.client.order(owner.orderId)).state).toBe('awaitingPayment')
  expect(await owner.client.currentUser()).toEqual({
    ...owner.user,
    waitingOrder: expect.objectContaining({ id: owner.orderId }),
    emailConfirmed: true,
  })
})

test('a malformed id is not found', async () => {
  const answers = others(personalOperations(), 404, (operation) =>
    call({ ...operation, path: operation.path.replace(/\{[^}]+\}/, 'x') }, owner, {
      token: owner.token,
      body: example(operation),
    }),
  )
  expect(await answers).toEqual([])
})

test('a body that is not JSON gets 400', async () => {
  const answers = others(withBody(), 400, (operation) =>
    call(operation, owner, { token: tokenFor(operation), body: '{"half' }),
  )
  expect(await answers).toEqual([])
})

test('another media type gets 415, so that no form of another site is taken for JSON', {
  tags: ['ASVS-3.5.2'],
}, async () => {
  const answers = others(withBody(), 415, (operation) =>
    call(operation, owner, {
      token: tokenFor(operation),
      body: JSON.stringify(example(operation)),
      headers: { 'Content-Type': 'text/plain' },
    }),
  )
  expect(await answers).toEqual([])
})

/** The limit, plus one, of operations that take an uploaded file. */
const MORE_THAN_OTHERS: Readonly<Record<string, number>> = {
  'POST /staff/catalogue/editions': 20_000_001,
  'POST /staff/statements': 8_000_001,
}

test('a body of more than a hundred kilobytes gets 413', { tags: ['ASVS-5.2.1'] }, async () => {
  const answers = others(withBody(), 413, (operation) => {
    const body = { filler: 'a'.repeat(MORE_THAN_OTHERS[operation.name] ?? 100_001) }
    return call(operation, owner, { token: tokenFor(operation), body })
  })
  expect(await answers).toEqual([])
})

test('a token that is a word of a path does not allow longer bodies', { tags: ['ASVS-5.2.1'] }, async () => {
  for (const path of ['/shared-results/fhir/openings', '/health-links/fhir/manifest']) {
    const answer = await shop.api.request('POST', path, { body: { filler: 'a'.repeat(100_001) } })
    expect([path, answer.status]).toEqual([path, 413])
  }
})

async function unnamed(wrongBodies: (operation: DescribedOperation) => WrongBody[]): Promise<string[]> {
  const found: string[] = []
  let tried = 0
  for (const operation of withBody()) {
    for (const { path, body, union } of wrongBodies(operation)) {
      tried++
      const { status, errors } = await call(operation, owner, { token: tokenFor(operation), body })
      const named = errors.some((error) => error.path === path || (union !== null && error.path === union))
      if (status !== 422 || !named)
        found.push(`${operation.name} ${path}: ${status} ${JSON.stringify(errors)}`)
    }
  }
  expect(tried).toBeGreaterThan(5)
  return found
}

test('each missing field gets 422 and is named', { tags: ['ASVS-2.2.1', 'ASVS-2.2.2'] }, async () => {
  expect(await unnamed(bodiesWithoutOneField)).toEqual([])
})

test('each field of the wrong type gets 422 and is named', {
  tags: ['ASVS-2.2.1', 'ASVS-2.2.2'],
}, async () => {
  expect(await unnamed(bodiesWithOneWrongType)).toEqual([])
})

test('each text that is too long gets 422 and is named', { tags: ['ASVS-2.2.1', 'ASVS-2.2.2'] }, async () => {
  expect(await unnamed(bodiesWithOneTooLong)).toEqual([])
})

test('each missing value of the query or the headers gets 422 and is named', async () => {
  const found: string[] = []
  for (const operation of operations.filter(({ needsLaboratorySystem }) => !needsLaboratorySystem)) {
    for (const parameter of operation.parameters.filter(
      ({ in: place, required }) => place !== 'path' && required,
    )) {
      const { status, errors } = await call(operation, owner, {
        token: tokenFor(operation),
        body: example(operation),
        without: parameter,
      })
      const named = errors.some(({ path }) => path.toLowerCase() === parameter.name.toLowerCase())
      if (status !== 422 || !named) found.push(`${operation.name} ${parameter.name}: ${status}`)
    }
  }
  expect(found).toEqual([])
})

/** Values that no one would type, for any parameter or field. */
const NONSENSE = [
  ...['', '\u0007\r\nX-Header: 1', '__proto__', 'hasOwnProperty', '-1', '1e999', '9'.repeat(40), 'NaN'],
  ...['9999-12-31T23:59:59.999Z', '9999-12-31', '0000-00-00', '..', '../../logout', '%00', 'a\0b', "';--"],
  // Letters of which nothing is left once marks are removed, and words that paths are made of.
  ...['\u037a', '\ufc5e', 'fhir', 'staff', 'login'],
]

test('nonsense in any parameter makes no operation fail', { tags: ['slow'] }, async () => {
  const people = { owner: await shop.customer(), staff: await createMember() }
  const failed: string[] = []
  for (const [place, operation] of operations.entries()) {
    const token = operation.needsLaboratorySystem
      ? shop.api.context.settings.labSystemToken!
      : tokenFor(operation, people)
    const filled = operation.path.replace(/\{\w+\}/g, '1')
    for (const [turn, value] of NONSENSE.entries()) {
      if (!isTriedHere(place + turn)) continue
      const inPath = operation.path.replace(/\{\w+\}/g, encodeURIComponent(value))
      const { parameters } = operation
      const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
      const all = new URLSearchParams(names.map((name) => [name, value]))
      const one = names.length > 0 ? new URLSearchParams([[names[turn % names.length]!, value]]) : ''
      const bare = filled === operation.path ? [] : [inPath]
      for (const path of [...bare, ...(names.length > 0 ? [`${filled}?${all}`, `${filled}?${one}`] : [])]) {
        const headers = { 'If-None-Match': value.replaceAll(/[^\x20-\x7e]/g, ''), 'Idempotency-Key': 'x' }
        const { status } = await shop.api.request(operation.method, path, {
          token,
          headers,
          body: example(operation),
        })
        if (status >= 500) failed.push(`${operation.name} ${path}: ${status}`)
      }
    }
  }
  expect(failed).toEqual([])
})

test('every call that takes a body has an example in its description, with which it is tried', () => {
  // FHIR has its own tests with nonsense; files and notifications are not our JSON. One body has no fields.
  const bare = withBody().filter(
    ({ bodySchema }) =>
      bodySchema!.example === undefined && Object.keys(bodySchema!.properties ?? {}).length > 0,
  )
  expect(bare.map(({ name }) => name)).toEqual([])
})

test('nonsense in any field of a body makes no operation fail', { tags: ['slow'] }, async () => {
  const people = { owner: await createOwner(shop, '2040-03-12'), staff: await createMember() }
  const failed: string[] = []
  for (const [place, operation] of withBody().entries()) {
    for (const [turn, value] of [...NONSENSE, null, true, -0.5, 1e21, [], {}, ['\0']].entries()) {
      if (!isTriedHere(place + turn)) continue
      for (const { path, body } of bodiesWithOneOther(operation, value, turn)) {
        const token = tokenFor(operation, people)
        const { status } = await call(operation, people.owner, { token, body })
        if (status >= 500) failed.push(`${operation.name} ${path}=${JSON.stringify(value)}: ${status}`)
      }
    }
  }
  expect(failed).toEqual([])
})

test('every read operation returns the fields of its description and no others', {
  tags: ['ASVS-8.2.3', 'ASVS-15.3.1'],
}, async () => {
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    const { needsLaboratorySystem } = operation
    if (!needsLaboratorySystem) await call(operation, owner, { token: tokenFor(operation) })
  }
  expect(answersCompared.size).toBeGreaterThan(20)
})
