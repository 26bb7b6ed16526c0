import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@shop/database/testing/free-port'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countRequest, registry, watchDatabase, watchQueues } from './metrics.ts'
// Register the metrics that only one program has.
import '../../../apps/hl7-gateway/src/metrics.ts'
import '../../../apps/laboratory-api/src/metrics.ts'
import '../../../apps/storefront/app/platform/cache/shop-memory.server.ts'
import { serveMetrics } from './serve-metrics.ts'
import { readServerSettings } from './settings.ts'

const TABLE = readFileSync(join(import.meta.dirname, '../../../docs/operations/metrics.md'), 'utf8')
const OF_NODE = /^(?:process_(?!restarts)|nodejs_)/

let url: string
let server: Awaited<ReturnType<typeof serveMetrics>>
beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  server = await serveMetrics({ port, host: '127.0.0.1', workers: 1 })
})
afterAll(() => {
  server?.closeAllConnections()
  server?.close()
})

const scrape = async () => (await fetch(`${url}/metrics`)).text()

test('the documentation lists exactly the metrics that are served, with their types and labels', async () => {
  const documented = [...TABLE.matchAll(/^\| `(\w+)` \| (\w+) \|([^|]*)\|/gm)].map(
    ([, name, type, labels]) => [name, type, [...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label)],
  )
  const types = new Map(
    [...(await scrape()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, ...pair]) => pair) as [string, string][],
  )
  const served = registry
    .getMetricsAsArray()
    .filter(({ name }) => !OF_NODE.test(name))
    .map((metric) => [
      metric.name,
      types.get(metric.name),
      (metric as unknown as { labelNames: string[] }).labelNames,
    ])
  expect(documented.toSorted()).toEqual(served.toSorted())
})

test('metrics are served for Prometheus at one path, and nothing else is served', async () => {
  const answer = await fetch(`${url}/metrics`)
  expect(answer.headers.get('Content-Type')).toContain('text/plain; version=0.0.4')
  expect((await fetch(`${url}/`)).status).toBe(404)
  expect((await fetch(`${url}/metrics?x=1`)).status).toBe(404)
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404)
})

test('an invented method does not get a series of its own', async () => {
  const others = async () =>
    Number(
      /http_request_duration_seconds_count\{[^}]*method="other"[^}]*\} (\d+)/.exec(await scrape())?.[1] ?? 0,
    )
  const before = await others()
  for (const method of ['PROPFIND', 'LOCK', 'MKCOL']) {
    countRequest({ program: 'storefront', method, route: '/*', status: 404, ms: 1 })
  }
  expect(await scrape()).not.toMatch(/PROPFIND|LOCK|MKCOL/)
  expect(await others()).toBe(before + 3)
})

test('a scrape still answers while the database is away, and says so', async () => {
  // With a unique name: other queues of the process may be watched as well.
  const queue = crypto.randomUUID()
  let read = async () => [{ queue, due: 5, oldestSeconds: 1, failed: 0 }]
  const away = () => Promise.reject(new Error('away'))
  const stops = [
    watchQueues(() => read()),
    watchDatabase({ check: away, connections: () => ({ total: 3, idle: 1, waiting: 7, limit: 10 }) }),
  ]
  expect(await scrape()).toContain(`jobs_due{queue="${queue}"} 5`)
  read = away
  const text = await scrape()
  for (const stop of stops) stop()
  expect(text).toContain('database_up 0')
  expect(text).toContain('database_connections{state="busy"} 2')
  expect(text).toContain('database_connections{state="waiting"} 7')
  expect(text).not.toContain(queue)
})

test('counts grow from scrape to scrape', async () => {
  const answered = { program: 'storefront', method: 'GET', route: '/counted', status: 200, ms: 1 } as const
  const series = /^http_request_duration_seconds_count\{[^}]*route="\/counted"[^}]*\} (\d+)$/m
  const counted = async () => Number(series.exec(await scrape())?.[1] ?? 0)
  const before = await counted()
  countRequest(answered)
  expect(await counted()).toBe(before + 1)
})

test("the metrics' port must differ from the port that people use", () => {
  const complaint = () => readServerSettings({ PORT: '3000', METRICS_PORT: '3000' }, 3000)
  expect(complaint).toThrow('METRICS_PORT: must differ from PORT')
  expect(readServerSettings({}, 3000).metrics).toBeNull()
  expect(readServerSettings({ METRICS_PORT: '9464' }, 3000).metrics).toEqual({
    host: '127.0.0.1',
    port: 9464,
  })
})
