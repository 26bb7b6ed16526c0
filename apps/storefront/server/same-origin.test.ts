import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { pagePolicy } from './page-policy.ts'
import { sameOriginOnly } from './same-origin.ts'

const SHOP = 'https://shop.example'
let refused = 0
const site = new Hono()
site.use(sameOriginOnly(SHOP, () => refused++))
site.all('*', (c) => c.text('done'))

const statusOf = async (method: string, headers: Record<string, string>, path = '/change') =>
  (await site.request(`${SHOP}${path}`, { method, headers })).status

test('a change is accepted from the shop’s own pages only, whatever its method', {
  tags: ['ASVS-3.5.1', 'ASVS-3.5.2'],
}, async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    expect(await statusOf(method, { 'Sec-Fetch-Site': 'same-origin' }), method).toBe(200)
    expect(await statusOf(method, { Origin: SHOP }), method).toBe(200)
    const foreign: Record<string, string>[] = [
      {},
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
      { 'Sec-Fetch-Site': 'cross-site', Origin: SHOP },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: `${SHOP}.evil.example` },
      { Referer: SHOP },
    ]
    refused = 0
    for (const headers of foreign) expect(await statusOf(method, headers), JSON.stringify(headers)).toBe(404)
    expect(refused).toBe(foreign.length)
  }
})

test('anyone may link to a page, and a token in a header proves intent only where it replaces the cookie', async () => {
  expect(await statusOf('GET', { 'Sec-Fetch-Site': 'cross-site' })).toBe(200)
  const token = { Authorization: 'Bearer x', 'Sec-Fetch-Site': 'cross-site' }
  expect(await statusOf('POST', token, '/api/cart/add-to-cart')).toBe(200)
  expect(await statusOf('POST', token)).toBe(404)
  // Credentials that a browser sends automatically to a shop behind a password.
  const own = { Authorization: 'Basic c2hvcDpzaG9w', 'Sec-Fetch-Site': 'same-site' }
  expect(await statusOf('POST', own)).toBe(404)
  expect(await statusOf('POST', own, '/api/cart/add-to-cart')).toBe(404)
})

test('a page may not be framed, has no plug-ins and no base, and runs only its own scripts', {
  tags: ['ASVS-3.4.6', 'ASVS-1.3.2', 'ASVS-3.4.3', 'ASVS-14.2.3'],
}, () => {
  const rules = new Map(
    pagePolicy({
      scripts: ['nonce-abc'],
      styles: ['sha256-xyz'],
      paymentPageHosts: ['pay.example'],
      secure: true,
    })
      .split('; ')
      .map((rule) => [rule.split(' ')[0]!, rule.split(' ').slice(1).join(' ')]),
  )
  expect(Object.fromEntries(rules)).toMatchObject({
    'default-src': "'none'",
    'script-src': "'self' 'nonce-abc'",
    'style-src': "'self' 'sha256-xyz'",
    'frame-ancestors': "'none'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self' https://pay.example",
  })
  expect([...rules.values()].join(' ')).not.toMatch(/unsafe-eval|\*/)
})
