import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type Migrations, migrateAll } from '../migrate.ts'
import { type Database, openDatabase } from '../open-database.ts'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    engine: 'embedded' | 'postgres'
    /** URL of the maintenance database, or the folder of the embedded templates' folders. */
    testDatabase: string
  }
}

/** What a test's database is copied from: only tables, or filled tables. */
export type Template = 'tables' | 'filled'

type Fill = (database: Database) => Promise<void>

export function templateDatabase(template: Template): string {
  return `template_${template}`
}

/** Copies the template into a separate data folder: a third of the CPU time of unpacking it into memory. */
export function copyTemplateFolder(folders: string, template: Template): string {
  const folder = join(folders, crypto.randomUUID())
  cpSync(join(folders, template), folder, { recursive: true })
  return folder
}

/** Makes both templates once per run; each test file gets a copy of one. Returns the function that cleans up. */
export function makeTemplates(
  project: TestProject,
  owners: readonly Migrations[],
  fill: Fill,
): Promise<() => Promise<void>> {
  const make = project.config.env.TEST_DATABASE === 'postgres' ? makePostgresTemplates : makeEmbeddedTemplates
  return make(project, (database) => migrateAll(database, owners), fill)
}

async function makePostgresTemplates(project: TestProject, migrateEverything: Fill, fill: Fill) {
  const server = await startPostgres()
  const steps = [
    ['tables', undefined, migrateEverything],
    ['filled', templateDatabase('tables'), fill],
  ] as const
  for (const [template, base, work] of steps) {
    await server.createDatabase(templateDatabase(template), base)
    const database = await openDatabase({ url: server.url(templateDatabase(template)) })
    await work(database)
    await database.close()
  }
  project.provide('testDatabase', server.url())
  return () => server.stop()
}

async function makeEmbeddedTemplates(project: TestProject, migrateEverything: Fill, fill: Fill) {
  const folders = mkdtempSync(join(tmpdir(), 'shop-embedded-'))
  const work = async (template: Template, change: Fill) => {
    const database = await openDatabase({ dataDir: join(folders, template) })
    await change(database)
    await database.close()
  }
  await work('tables', migrateEverything)
  cpSync(join(folders, 'tables'), join(folders, 'filled'), { recursive: true })
  await work('filled', fill)
  project.provide('testDatabase', folders)
  return async () => rmSync(folders, { recursive: true, force: true })
}
