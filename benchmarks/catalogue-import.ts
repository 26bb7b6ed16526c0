import { rmSync } from 'node:fs'
import { migrate } from '@shop/database/migrate'
import { type Database, openDatabase } from '@shop/database/open-database'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { createCatalogueStore } from '@shop/laboratory-api/catalogue/catalogue-store'
import { importCatalogue } from '@shop/laboratory-api/catalogue/import/import-catalogue'
import { migrationsOf } from '@shop/server/project-files'
import { pino } from 'pino'
import { generateCatalogue } from './search/generate-catalogue.ts'

// How many seconds an import of 40,000 analyses takes on either engine: into an empty database, and again
// unchanged. Also how long a running process takes to load the new version, and the longest time in which it
// answers nothing.

const SIZE = 40_000

async function timed(work: () => Promise<unknown>): Promise<{ seconds: number; longestPauseMs: number }> {
  let longestPauseMs = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    longestPauseMs = Math.max(longestPauseMs, now - last - 1)
    last = now
  }, 1)
  const started = performance.now()
  await work()
  clearInterval(timer)
  return {
    seconds: (performance.now() - started) / 1000,
    longestPauseMs: Math.max(longestPauseMs, performance.now() - last),
  }
}

async function measure(name: string, database: Database, folder: string): Promise<void> {
  await migrate(database, migrationsOf('laboratory-api'))
  const store = await createCatalogueStore({
    database,
    logger: pino({ level: 'silent' }),
    clock: { now: () => new Date(), zone: 'Europe/Minsk' },
  })
  const first = await timed(() => importCatalogue({ database, folder }))
  const again = await timed(() => importCatalogue({ database, folder }))
  const load = await timed(() => store.refresh())
  console.log(
    `${name}: import ${first.seconds.toFixed(1)} s, again unchanged ${again.seconds.toFixed(1)} s, load ${load.seconds.toFixed(1)} s (longest pause ${Math.round(load.longestPauseMs)} ms), ${store.current().analyses.size} analyses`,
  )
  await database.close()
}

const folder = generateCatalogue(SIZE)
await measure('embedded', await openDatabase({}), folder)
const server = await startPostgres()
await measure('PostgreSQL', await openDatabase({ url: server.url() }), folder)
await server.stop()
rmSync(folder, { recursive: true })
