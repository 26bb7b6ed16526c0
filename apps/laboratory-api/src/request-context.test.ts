import { ownServerProof } from '@shop/server/own-server'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createApi } from './api.ts'
import type { ApiContext } from './context.ts'
import { requestContext } from './request-context.ts'
import { testSettings } from './testing/test-settings.ts'

const FORMER_SECRET = 'the secret of the year before'
const CONNECTION = { incoming: { socket: { remoteAddress: '10.0.0.1' } } }

async function answerTo(headers: Record<string, string>, trustedProxies = 0): Promise<Response> {
  const settings = testSettings({ trustedProxies, formerClientAddressSecrets: [FORMER_SECRET] })
  const app = createApi()
  app.use(requestContext({ settings, logger: pino({ level: 'silent' }) } as ApiContext))
  app.get('/', (c) => c.text(c.var.clientAddress))
  return app.request('/', { headers }, CONNECTION)
}
const addressSeen = async (trustedProxies: number, headers: Record<string, string>) =>
  (await answerTo(headers, trustedProxies)).text()

test.each([
  { proxies: 0, forwarded: '203.0.113.7', seen: '10.0.0.1' },
  { proxies: 1, forwarded: '203.0.113.7', seen: '203.0.113.7' },
  { proxies: 1, forwarded: '192.0.2.66, 203.0.113.7', seen: '203.0.113.7' },
  { proxies: 2, forwarded: '192.0.2.66, 203.0.113.7, 10.0.0.9', seen: '203.0.113.7' },
  { proxies: 2, forwarded: '203.0.113.7', seen: '10.0.0.1' },
  { proxies: 1, forwarded: '', seen: '10.0.0.1' },
])(
  'behind $proxies proxies that say "$forwarded" the caller is $seen',
  async ({ proxies, forwarded, seen }) => {
    expect(await addressSeen(proxies, { 'X-Forwarded-For': forwarded })).toBe(seen)
  },
)

test('only the storefront, which has the secret, can hand over its visitor’s address', {
  tags: ['ASVS-4.1.3', 'ASVS-15.3.4'],
}, async () => {
  const { clientAddressSecret } = testSettings()
  const handed = { 'X-Client-Address': '198.51.100.4', 'X-Forwarded-For': '203.0.113.7' }
  expect(
    await addressSeen(1, { ...handed, 'X-Client-Address-Secret': ownServerProof(clientAddressSecret) }),
  ).toBe('198.51.100.4')
  expect(await addressSeen(1, { ...handed, 'X-Client-Address-Secret': 'guessed' })).toBe('203.0.113.7')
  expect(await addressSeen(1, { ...handed, 'X-Client-Address-Secret': ownServerProof(FORMER_SECRET) })).toBe(
    '198.51.100.4',
  )
})

test('only the storefront, which has the secret, can choose the request id that audit rows contain', {
  tags: ['ASVS-4.1.3'],
}, async () => {
  const { clientAddressSecret } = testSettings()
  const idOf = async (headers: Record<string, string>) =>
    (await answerTo({ 'X-Request-Id': 'chosen', ...headers }, 1)).headers.get('X-Request-Id')
  expect(await idOf({ 'X-Client-Address-Secret': ownServerProof(clientAddressSecret) })).toBe('chosen')
  expect(await idOf({})).toMatch(/^[\da-f-]{36}$/)
  expect(await idOf({ 'X-Client-Address-Secret': 'guessed' })).toMatch(/^[\da-f-]{36}$/)
})
