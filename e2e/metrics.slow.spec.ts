import { expect, test } from '@playwright/test'
import { freePort } from '@shop/database/testing/free-port'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { startProcess } from './shop-process.ts'

const REQUESTS = 40

test('the metrics of all processes are read together on a separate port, and not on the public one', async () => {
  const postgres = await startPostgres()
  await postgres.createDatabase('shop')
  const metricsPort = await freePort()
  const shop = await startProcess('shop', {
    PORT: String(await freePort()),
    METRICS_PORT: String(metricsPort),
    DATABASE_URL: postgres.url('shop'),
    WORKERS: '2',
    DATABASE_POOL: '4',
  })
  try {
    const scrape = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const before = await scrape()
    // Separate connections, so that both processes answer.
    for (let index = 0; index < REQUESTS; index++) {
      await fetch(`${shop.url}/nothing-here/${index}`, { headers: { Connection: 'close' } })
    }
    const after = await scrape()
    const missed = (text: string) =>
      Number(
        /^http_request_duration_seconds_count\{program="storefront",method="GET",route="[^"]*\*[^"]*",status="404"\} (\d+)$/m.exec(
          text,
        )?.[1] ?? 0,
      )
    expect(missed(after) - missed(before)).toBe(REQUESTS)
    expect(after).not.toMatch(/nothing-here/)
    expect(after).toMatch(/^database_connections\{state="limit"\} 8$/m)
    expect(after).toMatch(/^database_up 1$/m)
    expect(after).toMatch(/^database_statement_duration_seconds_count\{outcome="ok"\} [1-9]/m)
    expect(after).toMatch(/^process_restarts_total 0$/m)
    expect(after).toMatch(/^sandboxed_party\{party="payment"\} 1$/m)
    expect(after).toMatch(/^cache_reads_total\{cache="catalogue",outcome="(?:hit|miss)"\} [1-9]/m)
    const names = [...after.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name)
    expect(names).toEqual([...new Set(names)])
    expect((await fetch(`${shop.url}/metrics`)).status).toBe(404)
  } finally {
    await shop.stop()
    await postgres.stop()
  }
})
