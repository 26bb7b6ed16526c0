import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { healthRoutes } from './health.ts'
import { securityHeaders } from './security-headers.ts'

const app = (secure: boolean) => {
  const site = new Hono()
  site.use(securityHeaders(secure))
  site.get('/page', (c) => c.html('<p>', 200, { 'Content-Security-Policy': "default-src 'self'" }))
  return site
}

test('every answer gets the same headers, including “not found”', {
  tags: ['ASVS-3.4.1', 'ASVS-3.4.4', 'ASVS-3.4.5', 'ASVS-3.4.6'],
}, async () => {
  for (const path of ['/page', '/nowhere']) {
    const { headers } = await app(true).request(path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
    })
  }
  const policyOf = async (path: string) =>
    (await app(true).request(path)).headers.get('content-security-policy')
  expect(await policyOf('/page')).toBe("default-src 'self'")
  expect(await policyOf('/nowhere')).toBe("default-src 'none'; frame-ancestors 'none'")
})

test('plain http answers say nothing about https', async () => {
  expect((await app(false).request('/page')).headers.get('strict-transport-security')).toBeNull()
})

test('a process that only runs jobs also sends them', async () => {
  for (const check of [async () => {}, () => Promise.reject(new Error('away'))]) {
    const health = healthRoutes({ check }, true)
    for (const path of ['/healthz', '/readyz']) {
      const { headers } = await health.request(path)
      expect(headers.get('content-security-policy'), path).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(headers.get('strict-transport-security'), path).toContain('max-age=31536000')
    }
  }
})
