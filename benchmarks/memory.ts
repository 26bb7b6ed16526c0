// How much memory a process of the shop uses, started as `npm start` does: once it is ready, after a hundred pages,
// after a minute without requests, and after three: V8 collects a process that rests 100 s after its last collection.
// `node benchmarks/memory.ts [embedded|postgres]`; SHOP_NODE_OPTIONS replaces Node's options, to compare.
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@shop/database/testing/free-port'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { serverEnvironment, serverFlags } from '../scripts/project.mjs'
import { type ServerProcess, startShop } from './shop-process.ts'

const MINUTE_MS = 60_000
const PAGES = 100
const folder = mkdtempSync(join(tmpdir(), 'memory-'))
const [engine = 'postgres'] = process.argv.slice(2)
process.env.SHOP_NODE_OPTIONS ??= serverFlags.join(' ')

/**
 * Resident memory, and the part that is the process's own: pages of files (such as Node's own) are shared by all
 * processes.
 */
function memoryOf({ pid }: ServerProcess): string {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const sum = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1]) / 1024
  return `${sum('Rss').toFixed(0)} MB resident, ${sum('Pss_Anon').toFixed(0)} MB its own`
}

async function timedStart(url: string): Promise<ServerProcess> {
  const settings = { PORT: String(await freePort()), DATA_DIR: join(folder, 'data'), ...serverEnvironment }
  const before = performance.now()
  const shop = await startShop(url, undefined, settings)
  console.log(`ready after ${((performance.now() - before) / 1000).toFixed(1)} s: ${memoryOf(shop)}`)
  return shop
}

async function end({ child }: ServerProcess): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

const postgres = engine === 'postgres' ? await startPostgres() : undefined
await postgres?.createDatabase('shop')
try {
  const url = postgres?.url('shop') ?? ''
  await end(await timedStart(url))
  const shop = await timedStart(url)
  for (let page = 0; page < PAGES; page++) await (await fetch(`${shop.root}/?page=${page}`)).text()
  console.log(`after ${PAGES} pages: ${memoryOf(shop)}`)
  await sleep(MINUTE_MS)
  console.log(`after a minute: ${memoryOf(shop)}`)
  await sleep(2 * MINUTE_MS)
  console.log(`after three minutes: ${memoryOf(shop)}`)
  await end(shop)
} finally {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}
