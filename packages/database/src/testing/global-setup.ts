import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { TestProject } from 'vitest/node'
import { MIGRATED_APPLICATIONS, migrate } from '../migrate.ts'
import { type Database, openDatabase } from '../open-database.ts'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    engine: 'embedded' | 'postgres'
    /** URL of the maintenance database, or the file of the embedded template. */
    testDatabase: string
  }
}

export const TEMPLATE_DATABASE = 'shop_template'

/** Migrates one template per run; each test file gets a copy of it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  return project.config.env.TEST_DATABASE === 'postgres' ? setUpPostgres(project) : setUpEmbedded(project)
}

async function setUpPostgres(project: TestProject) {
  const server = await startPostgres()
  await server.createDatabase(TEMPLATE_DATABASE)
  const template = await openDatabase({ url: server.url(TEMPLATE_DATABASE) })
  for (const application of MIGRATED_APPLICATIONS) await migrate(template, application)
  await template.close()
  project.provide('testDatabase', server.url())
  return () => server.stop()
}

async function setUpEmbedded(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'shop-embedded-'))
  const client = await PGlite.create()
  const database = { engine: 'embedded', drizzle: drizzle(client) } as unknown as Database
  for (const application of MIGRATED_APPLICATIONS) await migrate(database, application)
  const file = join(folder, 'template.tar')
  writeFileSync(file, Buffer.from(await (await client.dumpDataDir('none')).arrayBuffer()))
  await client.close()
  project.provide('testDatabase', file)
  return async () => rmSync(folder, { recursive: true, force: true })
}
