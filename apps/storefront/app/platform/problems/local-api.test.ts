import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { createTestShop } from '../../testing/test-shop.ts'
import { API_PATH, CALLS, type CallArea, GUEST_CALLS } from '../navigation/navigation.ts'
import { shopContext } from '../session/shop-context.server.ts'
import { isDeliberateGet, localApi } from './local-api.server.ts'

const ANY = { POST: async () => ({}) }

test('a guest reads the cart and the order, counts a search and asks for passkeys; all else needs a login', async () => {
  const areas = Object.keys(CALLS) as CallArea[]
  const named = areas.flatMap((area) => CALLS[area].map((name) => `${API_PATH.slice(1)}${area}/${name}`))
  const patterns = [...named, 'passkey-options']
  const calls = Object.fromEntries(patterns.map((pattern) => [pattern, ANY]))
  const answer = localApi(calls)
  const open: string[] = []
  for (const pattern of patterns) {
    const context = new RouterContextProvider()
    context.set(shopContext, createTestShop({}).shop)
    const request = new Request(`http://shop.test/${pattern}`, { method: 'POST' })
    const { status } = await answer({ request, pattern, context })
    if (status === 200) open.push(pattern)
    else expect([pattern, status]).toEqual([pattern, 401])
  }
  expect(open).toEqual(GUEST_CALLS)
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
