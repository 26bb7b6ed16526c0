import { expect, test } from 'vitest'
import { createTestShop, outcomeOf, problem } from '../testing/test-shop.ts'
import { login } from './login.server.ts'

const texts = { username: ' Anna@Example.com', password: 'correct horse battery' }
const user = { locale: 'ru', documentsToAccept: [] }
const success = { 'POST login': { access_token: 'fresh' }, 'GET users/current': user }

test('a login keeps the token and leads home, or back to the page that asked for it', {
  tags: [
    'SPEC-2-FLOW-LOGIN-HOME',
    'SPEC-2-FLOW-ADDABLE',
    'SPEC-3-TOKEN-LOGIN',
    'SPEC-3-STORAGE-TOKEN',
    'SPEC-4-AUTH-LOGIN',
    'SPEC-7-LOGIN',
  ],
}, async () => {
  const { shop, calls } = createTestShop(success)
  expect(outcomeOf(await login(shop, { intent: 'login', texts })).location).toBe('/')
  expect(shop.cookies.get('authToken')).toBe('Bearer fresh')
  expect(calls[0]?.body).toEqual({ username: 'anna@example.com', password: 'correct horse battery' })
  const back = {
    ...texts,
    pathnameToReturn: '/add-to-cart/analysis/12?authMode=REGISTER',
    addableFlowPage: '1',
  }
  expect(outcomeOf(await login(shop, { intent: 'login', texts: back })).location).toBe(
    '/add-to-cart/analysis/12?authMode=LOGIN',
  )
})

test.each(['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)'])(
  'a login does not lead to %s',
  async (pathnameToReturn) => {
    const { shop } = createTestShop(success)
    expect(
      outcomeOf(await login(shop, { intent: 'login', texts: { ...texts, pathnameToReturn } })).location,
    ).toBe('/')
  },
)

test('an account that accepted an older version of a document is asked for the new one first', async () => {
  const documentsToAccept = [{ slug: 'public-offer', version: '2.0' }]
  const { shop } = createTestShop({ ...success, 'GET users/current': { ...user, documentsToAccept } })
  const answer = outcomeOf(
    await login(shop, { intent: 'login', texts: { ...texts, pathnameToReturn: '/order/cart' } }),
  )
  expect(answer.location).toBe('/accept-documents?pathnameToReturn=%2Forder%2Fcart')
})

test('a device without a chosen language gets the account’s', async () => {
  const { shop } = createTestShop(success)
  await login(shop, { intent: 'login', texts })
  expect(shop.cookies.get('locale')).toBe('ru')
})

test.each([
  ['the main API’s answer', problem('invalid_credentials')],
  ['a bare 401', new Response(null, { status: 401 })],
])(
  'after a wrong password %s says Not authorized and removes the token',
  { tags: ['SPEC-8-401', 'SPEC-8-LOGIN-TOKEN'] },
  async (_, response) => {
    const { shop, calls } = createTestShop({ 'POST login': response }, { token: 'spent' })
    const { failure, status } = outcomeOf(await login(shop, { intent: 'login', texts }))
    expect(status).toBe(401)
    expect(failure?.title.key).toBe('messages:notAuthorized')
    expect(failure?.reasons).toEqual([{ key: 'account.login.checkEmailAndPassword' }])
    expect(Object.keys(failure?.fields ?? {})).toEqual(['password'])
    expect(shop.cookies.get('authToken')).toBeUndefined()
    expect(calls).toMatchObject([
      { call: 'POST logout', authorization: 'Bearer spent' },
      { call: 'POST login', authorization: null },
    ])
  },
)

test('a code that the main API asks for has its own field, and is sent with the next attempt', async () => {
  const { shop, calls } = createTestShop({ 'POST login': problem('login_code_required') })
  const first = outcomeOf(await login(shop, { intent: 'login', texts }))
  expect([first.status, first.failure?.fields]).toEqual([401, { code: { key: 'account.login.codeSent' } }])
  const again = outcomeOf(await login(shop, { intent: 'login', texts: { ...texts, code: '123 456' } }))
  expect(again.failure?.fields).toEqual({ code: { key: 'account.login.codeWrong' } })
  expect(again.failure?.values).not.toHaveProperty('code')
  expect(calls[1]?.body).toMatchObject({ username: 'anna@example.com', code: '123 456' })
})

test('what was typed is kept, but never the password', async () => {
  const { shop } = createTestShop({ 'POST login': problem('invalid_credentials') })
  const { failure } = outcomeOf(
    await login(shop, { intent: 'login', texts: { ...texts, pathnameToReturn: '/settings' } }),
  )
  expect(failure?.values).toEqual({ username: ' Anna@Example.com', pathnameToReturn: '/settings' })
})

test('too many attempts are refused with the time to wait', async () => {
  const { shop } = createTestShop({
    'POST login': problem('too_many_requests', {}, { 'Retry-After': '600' }),
  })
  const { failure, status } = outcomeOf(await login(shop, { intent: 'login', texts }))
  expect(status).toBe(429)
  expect(failure?.reasons).toEqual([{ key: 'forms.tooManyTriesMinutes', count: 10 }])
})

test('any other failure is an unknown error', { tags: ['SPEC-8-LOGIN-UNKNOWN'] }, async () => {
  const { shop } = createTestShop({ 'POST login': new Response('oops', { status: 500 }) })
  expect(outcomeOf(await login(shop, { intent: 'login', texts })).failure?.title.key).toBe(
    'messages:unknownError',
  )
})

test('a main API that does not answer is logged and reported', { tags: ['SPEC-8-NETWORK'] }, async () => {
  const { shop, logged } = createTestShop({
    'POST login': () => {
      throw new TypeError('fetch failed')
    },
  })
  const { failure, status } = outcomeOf(await login(shop, { intent: 'login', texts }))
  expect(status).toBe(503)
  expect(failure?.title.key).toBe('messages:unknownError')
  expect(failure?.reasons).toEqual([{ key: 'forms.unreachable' }])
  expect(logged).toEqual(['Api client caught error'])
})

test('empty fields are named without asking the main API', async () => {
  const { shop, calls } = createTestShop({})
  const { failure } = outcomeOf(await login(shop, { intent: 'login', texts: { username: '', password: '' } }))
  expect(failure?.fields).toEqual({
    username: { key: 'forms.required.username' },
    password: { key: 'forms.required.password' },
  })
  expect(calls).toEqual([])
})
