import { ApiUnreachable } from '@shop/contract/main-api-client'
import { Problem } from '@shop/contract/problem'
import { expect, test } from 'vitest'
import { runPageMiddleware } from '../../testing/page-middleware.ts'
import { createTestShop, problem } from '../../testing/test-shop.ts'

const page = 'http://shop.test/orders'

/** Opens a page that asks the main API for the patients; the main API gives this answer. */
function open(
  answer: unknown,
  { token = 'token', address = page }: { token?: string; address?: string } = {},
) {
  const { shop, logged } = createTestShop({ 'GET patient': answer }, { token })
  return { shop, logged, answered: runPageMiddleware(shop, new Request(address), () => shop.api.patients()) }
}

test.each([page, `${page}.data?_routes=orders`])(
  'a session that has ended leads from %s to the login and back',
  async (address) => {
    const { shop, logged, answered } = open(problem('unauthorized'), { address })
    const { status, headers } = await answered
    expect([status, headers.get('Location')]).toEqual([
      302,
      '/login?pathnameToReturn=%2Forders&backPathKey=home&notAuthorized=1',
    ])
    expect(shop.cookies.get('authToken')).toBeUndefined()
    expect(logged).toContain('Not authorized')
  },
)

test.each([
  ['the main API fails', problem('internal_error')],
  ['the main API is not ready', problem('not_ready')],
])('%s: the page says when to try again, and the session cookie stays', async (_, answer) => {
  const { shop, answered } = open(answer)
  const { status, headers } = await answered
  expect([status, headers.get('Retry-After')]).toEqual([503, '5'])
  expect(shop.cookies.get('authToken')).toBe('Bearer token')
})

test.each([
  ['the main API is silent', new ApiUnreachable(new TypeError('fetch failed'))],
  ['the database is away', Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' })],
])('%s: a page and its data are answered with 503 and the time to wait', async (_, error) => {
  for (const address of [page, `${page}.data`]) {
    const { shop } = createTestShop({}, { token: 'token' })
    const { status, headers } = await runPageMiddleware(shop, new Request(address), () =>
      Promise.reject(error),
    )
    expect([status, headers.get('Retry-After')]).toEqual([503, '5'])
  }
})

test.each([
  ['not_found', 404],
  ['too_many_requests', 429],
  ['conflict', 500],
] as const)('%s makes a page with the status %i', async (code, status) => {
  expect((await open(problem(code)).answered).status).toBe(status)
})

test('a guest who reaches a use case is asked to log in, and not told that a session has ended', async () => {
  const { shop } = createTestShop({})
  const request = new Request('http://shop.test/order/cart')
  const answer = await runPageMiddleware(shop, request, () => Promise.reject(new Problem('unauthorized')))
  expect(answer.headers.get('Location')).toBe('/login?pathnameToReturn=%2Forder%2Fcart')
})
