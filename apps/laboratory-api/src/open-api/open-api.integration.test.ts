import { Validator } from '@seriousme/openapi-schema-validator'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOperations } from '../testing/operations.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

let database: TestDatabase
let api: TestApi
beforeAll(async () => {
  database = await openTestDatabase()
  api = await createTestApi({ database })
})
afterAll(async () => {
  await api.close()
  await database.close()
})

test('the description is valid OpenAPI 3.1', async () => {
  const answer = await api.request('GET', '/openapi.json')
  expect(answer.headers.get('Content-Type')).toBe('application/json')
  const document = await answer.json()
  const validator = new Validator()
  const result = await validator.validate(document)
  expect(result).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('an unknown operation is distinguished from a resource that is not found', async () => {
  const problemAt = async (path: string) => (await api.request('GET', path)).json()
  expect(await problemAt('/of-a-later-release')).toMatchObject({ code: 'not_found', operation: 'unknown' })
  expect(await problemAt('/laboratories/999')).not.toHaveProperty('operation')
})

test('an unchanged description is not sent again', async () => {
  const first = await api.request('GET', '/openapi.json')
  const etag = first.headers.get('ETag')!
  const again = await api.request('GET', '/openapi.json', { headers: { 'If-None-Match': etag } })
  expect(again.status).toBe(304)
})

test('every operation has a name, a summary, a tag, a reply with a shape and an example of its body', async () => {
  const operations = await readOperations(api)
  expect(operations.length).toBeGreaterThan(30)
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  const incomplete = operations.flatMap(({ name, operation, bodySchema }) => {
    const answers = Object.entries(operation.responses)
    const success = answers.filter(([status]) => status.startsWith('2'))
    const shaped = success.every(([status, answer]) => status === '204' || answer.content)
    const complete =
      operation.operationId && operation.summary && operation.tags?.length && success.length > 0 && shaped
    const exemplified = !bodySchema || bodySchema.example !== undefined || !bodySchema.required?.length
    return complete && exemplified ? [] : [name]
  })
  expect(incomplete).toEqual([])
})

test('the viewer is served by the API itself, under a policy that allows no other source', async () => {
  const page = await api.request('GET', '/docs')
  expect(page.headers.get('Content-Security-Policy')).toContain("script-src 'self'")
  const html = await page.text()
  const files = [...html.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, file]) => file!)
  expect(files.length).toBe(4)
  const statuses = await Promise.all(files.map(async (file) => (await api.request('GET', file)).status))
  expect(statuses).toEqual([200, 200, 200, 200])
  expect(html).not.toMatch(/https?:/)
})

test('other files of the viewer and other folders cannot be requested', {
  tags: ['ASVS-5.3.2'],
}, async () => {
  for (const file of ['package.json', '..%2Fpackage.json', 'constructor', 'index.html']) {
    expect((await api.request('GET', `/docs/${file}`)).status).toBe(404)
  }
})

test('replies of the API itself allow no script', { tags: ['ASVS-3.4.3'] }, async () => {
  const answer = await api.request('GET', '/documents')
  expect(answer.headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'")
})
