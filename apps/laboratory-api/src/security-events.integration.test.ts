import { ownServerProof } from '@shop/server/own-server'
import { beforeEach, expect, test } from 'vitest'
import { SECURITY_EVENTS } from './security-events.ts'
import { apiOfFile } from './testing/api-of-file.ts'
import { readOperations } from './testing/operations.ts'

const house = apiOfFile()
const ADDRESS = '203.0.113.7'

const events = () => house.api.logLines.filter(({ log }) => log === 'security')
const newest = () => events().at(-1)
const logIn = (username: string, password: string) =>
  house.api.request('POST', '/login', {
    body: { username, password },
    headers: {
      'X-Client-Address': ADDRESS,
      'X-Client-Address-Secret': ownServerProof(house.api.context.settings.clientAddressSecret),
    },
  })

beforeEach(() => {
  house.api.logLines.length = 0
})

test('a login is logged with its outcome, account and address, but without name, mail address or password', {
  tags: ['ASVS-16.2.1', 'ASVS-16.3.1'],
}, async () => {
  const { user, password } = await house.api.registerUser({ email: 'anna.kowalska@mail.example' })
  await logIn(user.email, 'not the password')
  expect(newest()).toMatchObject({
    log: 'security',
    event: 'login',
    outcome: 'invalid_credentials',
    status: 401,
    account: user.id,
    address: ADDRESS,
    requestId: expect.any(String),
  })
  await logIn(user.email.toUpperCase(), password)
  expect(newest()).toMatchObject({ event: 'login', outcome: 'done', account: user.id })
  await logIn('nobody@mail.example', 'not the password')
  expect(newest()).toMatchObject({ event: 'login', outcome: 'invalid_credentials', account: null })
  expect(JSON.stringify(events())).not.toMatch(/kowalska|nobody|@|not the password/i)
})

test('changes of credentials and refused requests are logged with the account', {
  tags: ['ASVS-16.3.1', 'ASVS-16.3.2', 'ASVS-16.3.3'],
}, async () => {
  const { user, password, client, token } = await house.api.registerUser()
  expect(newest()).toMatchObject({ event: 'registration', outcome: 'done', account: user.id })
  await client.changePassword({ currentPassword: 'not it', newPassword: 'x'.repeat(20) }).catch(() => null)
  expect(newest()).toMatchObject({ event: 'passwordChange', outcome: 'wrong_password', account: user.id })
  await client.requestPasswordReset({ email: user.email })
  expect(newest()).toMatchObject({ event: 'passwordResetRequest', outcome: 'done', account: user.id })
  await house.api.request('GET', `/orders/${crypto.randomUUID()}`, { token })
  expect(newest()).toMatchObject({ event: 'refusedRequest', outcome: 'not_found', account: user.id })
  await house.api.request('GET', '/orders')
  expect(newest()).toMatchObject({ event: 'refusedRequest', outcome: 'unauthorized', account: null })
  await house.api.request('POST', '/patient/', { token, body: { personalDetails: { firstName: 7 } } })
  expect(newest()).toMatchObject({ event: 'refusedRequest', status: 422, account: user.id })
  await house.api.request('POST', '/patient/', { token, body: '{"half' })
  expect(newest()).toMatchObject({ event: 'refusedRequest', status: 400, account: user.id })
  await client.eraseAccount({ password })
  expect(newest()).toMatchObject({ event: 'erasure', outcome: 'done', account: user.id })
})

test('laboratories’ systems are logged by client, and refused ones by address', {
  tags: ['ASVS-16.3.2'],
}, async () => {
  const token = house.api.context.settings.labSystemToken!
  await house.api.request('GET', '/fhir/R4/ServiceRequest', { token })
  expect(newest()).toMatchObject({ event: 'laboratoryAccess', outcome: 'done', client: 'sandbox' })
  await house.api.request('GET', '/fhir/R4/ServiceRequest', { token: 'made-up' })
  expect(newest()).toMatchObject({ event: 'refusedRequest', status: 401, client: null })
  await house.api.request('POST', '/oauth/token', { body: '{}' })
  expect(newest()).toMatchObject({ event: 'clientLogin', outcome: 'refused', status: 400 })
})

test('reading public data is not an event', async () => {
  for (const path of ['/analyses', '/laboratories', '/nowhere', '/fhir/R4/metadata']) {
    await house.api.request('GET', path)
  }
  expect(events()).toEqual([])
})

test('every operation that changes who has access is an event, whatever its outcome', {
  tags: ['ASVS-16.3.1', 'ASVS-16.3.2', 'ASVS-16.3.3'],
}, async () => {
  const operations = await readOperations(house.api)
  const changes = operations.filter(
    ({ method, operation }) =>
      method !== 'GET' && operation.tags?.some((tag) => ['Sessions', 'Users', 'Passwords'].includes(tag)),
  )
  expect(changes.length).toBeGreaterThan(8)
  for (const { method, path, operation } of changes) {
    house.api.logLines.length = 0
    await house.api.request(method, path.replace(/\{\w+\}/g, crypto.randomUUID()), { body: {} })
    expect(newest()?.event, operation.operationId).toMatch(/^\w+$/)
  }
  const known = new Set(operations.map(({ operation }) => operation.operationId))
  expect(Object.keys(SECURITY_EVENTS).filter((id) => !known.has(id))).toEqual([])
})
