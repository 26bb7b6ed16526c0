import { createMainApiClient, SESSION_RENEWED } from '@shop/contract/main-api-client'
import { type Context, Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Shop, ShopServices } from '../app/platform/session/shop-context.server.ts'
import { createTestShop } from '../app/testing/test-shop.ts'
import { COOKIE_SECONDS } from './cookie-jar.ts'
import { requestShop } from './request-shop.ts'

/**
 * Runs `work` with the shop's view of a request, against a main API that says the session is still valid; returns the
 * cookies that it sets.
 */
async function cookiesAfter(
  headers: Record<string, string>,
  work: (shop: Shop) => Promise<unknown>,
  path = '/',
): Promise<string[]> {
  const services: ShopServices = {
    ...createTestShop({}).shop,
    createApi: (options) =>
      createMainApiClient({
        root: 'http://api.test',
        trusted: true,
        fetch: async () => Response.json({}, { headers: { [SESSION_RENEWED]: '1' } }),
        ...options,
      }),
  }
  const cookies: string[] = []
  const app = new Hono()
  app.get('*', async (c: Context) => {
    const shop = requestShop(c, services, { secure: true, trustedProxies: 0 })
    await work(shop)
    cookies.push(...shop.cookies.headers())
    return c.text('')
  })
  await app.request(path, { headers })
  return cookies
}

const askWho = (shop: Shop) => shop.api.currentUser()
const ofUser = { Cookie: '__Host-authToken=Bearer%20abc' }

test('the cookie of a session that is still valid is renewed for as long as its token lasts', async () => {
  const [cookie, ...others] = await cookiesAfter(ofUser, askWho)
  expect(cookie).toBe(
    `__Host-authToken=Bearer%20abc; Max-Age=${COOKIE_SECONDS.authToken}; Path=/; HttpOnly; Secure; SameSite=Lax`,
  )
  expect(others).toEqual([])
})

test('a session that is ended by the same answer stays ended', async () => {
  const [cookie, ...others] = await cookiesAfter(ofUser, async (shop) => {
    shop.cookies.clear('authToken')
    await askWho(shop)
  })
  expect(cookie).toMatch(/^__Host-authToken=; Max-Age=0;/)
  expect(others).toEqual([])
})

test.each([
  ['the shop’s default, whatever the browser prefers', { 'Accept-Language': 'ru-RU,ru;q=0.9' }, '/', 'en'],
  ['the remembered language', { Cookie: '__Host-locale=pl', 'Accept-Language': 'ru' }, '/', 'pl'],
  ['the language in the address', { Cookie: '__Host-locale=pl' }, '/?locale=be', 'be'],
])('the language of a page is %s', async (_, headers, path, locale) => {
  await cookiesAfter(
    headers as Record<string, string>,
    async (shop) => expect(shop.locale).toBe(locale),
    path,
  )
  expect.assertions(1)
})

test.each([
  ['a guest', {}, '/'],
  ['a caller with a Bearer header', { Authorization: 'Bearer abc' }, '/api/cart/get-cart'],
])('%s is given no cookie', async (_, headers, path) => {
  expect(await cookiesAfter(headers, askWho, path)).toEqual([])
})

test('a customer who left without an answer is a guest, whatever the browser still holds', {
  tags: ['ASVS-14.3.1'],
}, async () => {
  const Cookie = `${ofUser.Cookie}; __Host-cartStorageId=7; __Host-leaving=1`
  await cookiesAfter({ Cookie }, async ({ token, cartStorageId }) => {
    expect([token, cartStorageId]).toEqual([undefined, undefined])
  })
  expect.assertions(1)
})
