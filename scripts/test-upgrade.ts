// npm run test:upgrade: the previous release and this one on one database. While people order through the old
// process the tables are migrated; then people order through both, each process does every operation on the
// other's data, and the old one can be started again. `npm run test:upgrade -- <revision>` takes another release
// instead of the previous one.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@shop/database/testing/free-port'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { LOAD_SETTINGS, startOrderLoad, verify } from './operations/order-load.ts'
import { buildRevision, revisionBefore } from './operations/release-before.ts'
import { assert, main, node, root, run, say, sleep, start, stop, until } from './operations/tools.ts'
import { readDescription, tryOperations } from './operations/try-operations.ts'
import { readReceipt } from './operations/try-release.ts'

const BESIDE_MS = 10_000
const LABORATORY_TOKEN = 'token-of-the-laboratory'
const folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
const current = { node, server: join(root, 'apps/storefront/build/server/server.js') }

type Load = Awaited<ReturnType<typeof startOrderLoad>>

/** The analyser at one process reports results for an order made through the other. */
async function report(url: string, load: Load): Promise<void> {
  const { number } = load.paid[0]!
  const answer = await fetch(`${url}/sandbox/analyser/runs`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ orderNumber: number }),
  })
  assert(answer.ok, `results of order ${number} are reported: ${answer.status}`)
}

async function tryOther(load: Load, at: { url: string; description: string }): Promise<void> {
  const ordered = load.paid[0]!
  const buyer = load.people.find(({ orders }) => orders.includes(ordered.id))!
  await readReceipt(at.url, { id: ordered.id, buyer })
  await report(at.url, load)
  const api = `${at.url}/laboratory-api`
  const headers = { Authorization: `Bearer ${buyer.token}` }
  const results = (await (await fetch(`${api}/test-results`, { headers })).json()) as {
    items: { id: string }[]
  }
  assert(results.items.length > 0, 'the patient sees the result')
  await tryOperations({
    description: await readDescription(`${at.description}/laboratory-api`),
    api,
    token: buyer.token,
    laboratoryToken: LABORATORY_TOKEN,
    ids: {
      patientId: buyer.patientId,
      '/patient/{id}': buyer.patientId,
      '/orders/{id}': ordered.id,
      '/test-results/{id}': results.items[0]!.id,
      '/labService/{id}': String(load.analysisId),
      '/laboratories/{id}': '1',
    },
  })
}

await main(
  15,
  async () => {
    const revision = process.argv[2] ?? revisionBefore()
    const old = buildRevision(revision, join(folder, 'before'))
    say(`built ${revision}`)
    const postgres = await startPostgres()
    await postgres.createDatabase('shop')
    const [oldPort, newPort] = [await freePort(), await freePort()]
    const env = (port: number) => ({
      PATH: process.env.PATH!,
      ...LOAD_SETTINGS,
      LAB_SYSTEM_TOKEN: LABORATORY_TOKEN,
      DATABASE_URL: postgres.url('shop'),
      MIGRATE_AT_START: 'false',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      PORT: String(port),
      DATA_DIR: join(folder, String(port)),
    })
    const startRelease = async (release: typeof current, port: number) => {
      const child = start(release.node, [release.server], { env: env(port) })
      const url = `http://127.0.0.1:${port}`
      await until('a process is ready', () => fetch(`${url}/readyz`).then(({ ok }) => ok))
      return { child, url }
    }
    const migrate = (release: typeof current, port: number) =>
      start(release.node, [release.server, 'migrate'], { env: env(port), stdio: 'inherit' })
    run(old.node, [old.server, 'migrate'], { env: env(oldPort) })
    let before = await startRelease(old, oldPort)
    const oldLoad = await startOrderLoad(before.url, 3, 'old')
    await sleep(2_000)
    oldLoad.gap()

    const migratedAt = Date.now()
    const migration = migrate(current, newPort)
    await until('the tables are up to date', () => migration.exitCode !== null)
    assert(migration.exitCode === 0, `the tables are up to date after ${Date.now() - migratedAt} ms`)
    say(`the longest time between two orders during the migration: ${oldLoad.gap()} ms`)
    const now = await startRelease(current, newPort)
    const newLoad = await startOrderLoad(now.url, 3, 'new')
    await sleep(BESIDE_MS)
    await Promise.all([oldLoad.stop(), newLoad.stop()])
    for (const [name, load] of Object.entries({ before: oldLoad, now: newLoad })) {
      assert(load.paid.length > 0, `${name}: ${load.acknowledged.length} orders, ${load.paid.length} paid`)
      assert(load.refused() === 0, `${name}: each at the first attempt, ${load.failures()}`)
    }
    const all = {
      acknowledged: [...oldLoad.acknowledged, ...newLoad.acknowledged],
      paid: [...oldLoad.paid, ...newLoad.paid],
    }
    await verify(all, postgres.url('shop'))
    say('the new process reads what the old one wrote, through the old operations')
    await tryOther(oldLoad, { url: now.url, description: before.url })
    say('the old process reads what the new one wrote')
    await tryOther(newLoad, { url: before.url, description: before.url })

    assert((await stop(before.child)) === 0, 'the old process drained')
    before = await startRelease(old, oldPort)
    const again = await startOrderLoad(before.url, 1, 'again')
    await until('orders are accepted', () => again.acknowledged.length > 3)
    await again.stop()
    assert(again.refused() === 0, 'the old release can be started again on the new tables')
    await Promise.all([stop(before.child), stop(now.child)])
    await postgres.stop()
  },
  () => rmSync(folder, { recursive: true, force: true }),
)
