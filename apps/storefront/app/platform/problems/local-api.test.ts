import { ApiUnreachable } from '@shop/contract/main-api-client'
import { expect, test } from 'vitest'
import { answerCall } from '../../testing/answer-call.ts'
import { createTestShop, problem } from '../../testing/test-shop.ts'
import { API_PATH, CALLS, type CallArea, GUEST_CALLS } from '../navigation/navigation.ts'
import { isDeliberateGet } from './local-api.server.ts'

test('a guest reads the cart and the order, counts a search and asks for passkeys; all else needs a login', async () => {
  const areas = Object.keys(CALLS) as CallArea[]
  const named = areas.flatMap((area) => CALLS[area].map((name) => `${API_PATH.slice(1)}${area}/${name}`))
  const open: string[] = []
  for (const pattern of [...named, 'passkey-options', 'live']) {
    const { shop, calls } = createTestShop({})
    const statuses: number[] = []
    for (const method of ['GET', 'POST']) {
      const { status } = await answerCall(shop, new Request(`http://shop.test/${pattern}`, { method }))
      if (status !== 405) statuses.push(status)
    }
    expect(statuses.length).toBeGreaterThan(0)
    if (!statuses.includes(401)) open.push(pattern)
    else expect([pattern, statuses.filter((status) => status !== 401), calls]).toEqual([pattern, [], []])
  }
  expect(open).toEqual(GUEST_CALLS)
})

test.each([
  ['GET', 'api/order/create', 405, 'POST'],
  ['PUT', 'api/cart/get-cart', 405, 'GET, HEAD'],
  ['GET', 'api/cart/nothing', 404, null],
])(
  '%s %s is refused to a guest with %i, before a login is asked for',
  async (method, path, status, allow) => {
    const answer = await answerCall(
      createTestShop({}).shop,
      new Request(`http://shop.test/${path}`, { method }),
    )
    expect([answer.status, answer.headers.get('Allow')]).toEqual([status, allow])
  },
)

test.each([
  [
    'the main API is silent',
    new ApiUnreachable(new TypeError('fetch failed')),
    503,
    'main_api_unavailable',
    [],
  ],
  ['the main API fails', new Response(null, { status: 500 }), 503, 'main_api_unavailable', []],
  ['the session has ended', new Response(null, { status: 401 }), 401, 'unauthorized', []],
  [
    'too much was asked',
    problem('too_many_requests', {}, { 'Retry-After': '7' }),
    429,
    'too_many_requests',
    [],
  ],
  [
    'the database is away',
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' }),
    503,
    'not_ready',
    ['the database did not answer in time'],
  ],
  [
    'the shop has a fault',
    new TypeError('undefined is not a function'),
    500,
    'internal_error',
    ['local API failed'],
  ],
])(
  '%s: a call is answered with a problem, and what was not expected is logged once',
  async (_, answer, status, code, faults) => {
    const { shop, logged } = createTestShop({ 'POST passkeys/challenges': answer })
    if (answer instanceof Error) {
      shop.createApi = () => ({ ...shop.api, challengePasskey: () => Promise.reject(answer) })
    }
    const request = new Request('http://shop.test/passkey-options', { method: 'POST' })
    const answered = await answerCall(shop, request)
    expect(answered.headers.get('Content-Type')).toBe('application/problem+json')
    expect([answered.status, (await answered.json()).code]).toEqual([status, code])
    expect(logged).toEqual(faults)
  },
)

const everywhere = (answer: Response) => ({ 'GET users/current': answer, 'GET patient': answer })

test.each([
  ['the main API’s answer', problem('unauthorized')],
  ['a bare 401', new Response(null, { status: 401 })],
])(
  '%s to a call of the local API ends the session that no longer exists, and is logged',
  {
    tags: ['SPEC-8-401-LOGS-OUT', 'SPEC-8-401-LOGGED'],
  },
  async (_, answer) => {
    const { shop, logged } = createTestShop(everywhere(answer), { token: 'spent' })
    const answered = await answerCall(shop, new Request('http://shop.test/api/order/get-details'))
    expect([answered.status, (await answered.json()).code]).toEqual([401, 'unauthorized'])
    expect([shop.cookies.get('authToken'), shop.token]).toEqual([undefined, undefined])
    expect(shop.cookies.headers().join()).toMatch(/authToken=;.*Max-Age=0/)
    expect(logged).toEqual(['Not authorized'])
  },
)

test('a spent Bearer header ends no session of the browser, and a guest has none to end', async () => {
  const { shop, logged } = createTestShop(everywhere(problem('unauthorized')), { token: 'own' })
  const call = () => new Request('http://shop.test/api/order/get-details')
  await answerCall({ ...shop, token: 'of a script', api: shop.createApi({ token: 'of a script' }) }, call())
  expect(shop.cookies.get('authToken')).toBe('Bearer own')
  expect(logged).toEqual(['Not authorized'])
  const guest = createTestShop({})
  const refused = new Request('http://shop.test/api/order/create', { method: 'POST' })
  expect((await answerCall(guest.shop, refused)).status).toBe(401)
  expect([guest.logged, guest.shop.cookies.headers()]).toEqual([[], []])
})

const get = (headers: Record<string, string>) =>
  isDeliberateGet(new Request('http://shop.test/api/cart/reset-cart', { headers }))

const OWN_FETCH = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' }

test('a fetch by a page of the shop is deliberate', () => {
  expect(get(OWN_FETCH)).toBe(true)
})

test('a request with a Bearer token is deliberate', () => {
  expect(get({ Authorization: 'Bearer abc' })).toBe(true)
})

test.each([
  ['a navigation', { ...OWN_FETCH, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }],
  ['another site', { ...OWN_FETCH, 'Sec-Fetch-Site': 'cross-site' }],
  ['a site of the same domain', { ...OWN_FETCH, 'Sec-Fetch-Site': 'same-site' }],
  ['a typed address', { 'Sec-Fetch-Site': 'none' }],
  ['a prefetch', { ...OWN_FETCH, 'Sec-Purpose': 'prefetch' }],
  ['a prerendered page', { ...OWN_FETCH, 'Sec-Purpose': 'prefetch;prerender' }],
  ['an old browser’s prefetch', { ...OWN_FETCH, Purpose: 'prefetch' }],
  ['an image', { ...OWN_FETCH, 'Sec-Fetch-Dest': 'image' }],
  ['a request without Sec-Fetch headers', {}],
  ['a prefetch with a token', { Authorization: 'Bearer abc', 'Sec-Purpose': 'prefetch' }],
])('%s is not deliberate', { tags: ['ASVS-3.5.3'] }, (_, headers) => {
  expect(get(headers)).toBe(false)
})
