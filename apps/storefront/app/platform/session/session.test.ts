import { expect, test } from 'vitest'
import { createCookieJar } from '../../../server/cookie-jar.ts'
import { createTestShop, problem } from '../../testing/test-shop.ts'
import { endLeftSession, loginPath, signIn } from './session.server.ts'

test.each([
  ['/settings', '/settings'],
  ['/patients/edit/7?backPathKey=cart', '/patients/edit/7?backPathKey=cart'],
  ['/orders/7/receipt.pdf', '/orders/7'],
  ['/test-results/7/patients/8/report.pdf', '/test-results/7/patients/8'],
  ['/settings/my-data.json', '/settings'],
  [`/orders?x=${'ю'.repeat(1_000)}`, '/orders'],
])('a login asked for by %s leads back to %s', (asked, page) => {
  const login = new URL(loginPath(new URL(asked, 'http://shop.test')), 'http://shop.test')
  expect(login.pathname).toBe('/login')
  expect(login.searchParams.get('pathnameToReturn')).toBe(page)
})

test.each([
  ['a page that needs it', '/orders/7', 'home'],
  ['a form of a page that everyone may see', '/order/cart', null],
])('Back from a login asked for by %s does not lead to the login again', (_, asked, backPathKey) => {
  const login = new URL(loginPath(new URL(asked, 'http://shop.test')), 'http://shop.test')
  expect(login.searchParams.get('backPathKey')).toBe(backPathKey)
})

const AFTER_LEAVING = '__Host-authToken=Bearer%20abc; __Host-cartStorageId=7; __Host-leaving=1'

/** What the browser of a user who left without an answer holds after the next request. */
async function afterLeaving(logout: unknown) {
  const { shop, calls } = createTestShop({ 'POST logout': logout })
  shop.cookies = createCookieJar(AFTER_LEAVING, true)
  const isOver = await endLeftSession(shop)
  const held = (['authToken', 'cartStorageId', 'leaving'] as const).filter((name) => shop.cookies.get(name))
  return { isOver, held, asked: calls.map(({ call, authorization }) => [call, authorization]) }
}
const asked = [['POST logout', 'Bearer abc']]

test.each([
  ['a live session', null],
  ['a session that had already expired', problem('unauthorized')],
])(
  'the first request after leaving without an answer ends %s',
  { tags: ['ASVS-14.3.1'] },
  async (_, answer) => {
    expect(await afterLeaving(answer)).toEqual({ isOver: true, held: [], asked })
  },
)

test('while the main API is away the browser keeps its mark, and the next request tries again', {
  tags: ['ASVS-14.3.1'],
}, async () => {
  const held = ['authToken', 'cartStorageId', 'leaving']
  expect(await afterLeaving(problem('main_api_unavailable'))).toEqual({ isOver: false, held, asked })
})

test('a new login is not ended by the mark of an earlier departure', () => {
  const { shop } = createTestShop({})
  shop.cookies = createCookieJar(AFTER_LEAVING, true)
  signIn(shop, 'fresh')
  expect([shop.cookies.get('authToken'), shop.cookies.get('leaving')]).toEqual(['Bearer fresh', undefined])
})
