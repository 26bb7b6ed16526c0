import { AsyncLocalStorage } from 'node:async_hooks'
import { rmSync } from 'node:fs'
import { Client } from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../open-database.ts'
import type { PartnerSchemas } from '../schema-names.ts'
import { copyTemplateFolder, type Template, templateDatabase } from './templates.ts'

type OnStatement = (text: string, parameters: unknown[]) => void

/** Statements are reported per call, never per process: other work, such as a job or another test, is not included. */
export interface TestDatabase extends Database {
  /** Texts of the statements that the work runs. */
  statementsOf(work: () => Promise<unknown>): Promise<string[]>
  /** Reports each statement of the work before it runs; an error thrown then replaces the statement. */
  watch<T>(onStatement: OnStatement, work: () => Promise<T>): Promise<T>
}

function watching() {
  const calls = new AsyncLocalStorage<OnStatement>()
  const watch: TestDatabase['watch'] = (onStatement, work) => calls.run(onStatement, work)
  return {
    onStatement: (...statement: Parameters<OnStatement>) => calls.getStore()?.(...statement),
    watch,
    async statementsOf(work: () => Promise<unknown>) {
      const texts: string[] = []
      await watch((text) => texts.push(text), work)
      return texts
    },
  }
}

/**
 * Another partner's schemas in the same PostgreSQL database, made by `prepare`. The embedded engine has a folder
 * per partner, so there it is another database with tables and demo catalogue.
 */
export async function openPartnerBeside(
  database: Database,
  schemas: PartnerSchemas,
  prepare: (database: Database) => Promise<void>,
): Promise<TestDatabase> {
  if (database.engine === 'embedded') return openTestDatabase()
  const { onStatement, ...watches } = watching()
  const beside = await openDatabase({ url: database.url!, schemas, onStatement })
  await prepare(beside)
  return { ...beside, ...watches, close: () => closeAfterLook(beside, () => beside.close()) }
}

/**
 * Whether one of many similar cases is run here: PostgreSQL runs all of them, the embedded engine every fourth,
 * since it takes three times as long for the same code of ours.
 */
export function isTriedHere(index: number): boolean {
  return inject('engine') === 'postgres' || index % 4 === 0
}

let lastLook: (database: Database) => Promise<void> = async () => undefined

/** A check of every test database before it is dropped; an error that it throws fails the test file. */
export function beforeClosing(look: typeof lastLook): void {
  lastLook = look
}

/** A failed check does not keep the database from being dropped. */
async function closeAfterLook(database: Database, close: () => Promise<void>) {
  try {
    await lastLook(database)
  } finally {
    await close()
  }
}

/**
 * A separate database, with tables, job queue and demo catalogue, or only with tables: call it in `beforeAll` and
 * `close()` it in `afterAll`. `isMadeUp`: its rows are written in bulk and by no use case, so they are not checked
 * at the end.
 */
export async function openTestDatabase(
  template: Template = 'filled',
  { isMadeUp = false } = {},
): Promise<TestDatabase> {
  const ending = (opened: Database, close: () => Promise<void>) =>
    isMadeUp ? close : () => closeAfterLook(opened, close)
  const { onStatement, ...watches } = watching()
  const source = inject('testDatabase')
  if (inject('engine') === 'embedded') {
    const dataDir = copyTemplateFolder(source, template)
    const database = await openDatabase({ dataDir, onStatement })
    const close = ending(database, async () => {
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    })
    return { ...database, ...watches, close }
  }
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const maintain = async (statement: string) => {
    const maintenance = new Client({ connectionString: source })
    await maintenance.connect()
    await maintenance.query(statement)
    await maintenance.end()
  }
  await maintain(`CREATE DATABASE ${name} TEMPLATE ${templateDatabase(template)} STRATEGY FILE_COPY`)
  const url = new URL(source)
  url.pathname = `/${name}`
  const database = await openDatabase({ url: url.href, onStatement })
  const close = ending(database, async () => {
    await database.close()
    await maintain(`DROP DATABASE ${name} WITH (FORCE)`)
  })
  return { ...database, ...watches, close }
}
