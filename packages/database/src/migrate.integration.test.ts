import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDueMigrations, type Migrations, migrate } from './migrate.ts'
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const STOREFRONT = join(import.meta.dirname, '../../../apps/storefront/migrations')

/** The owner's migrations with a further one of a later day. */
function laterRelease(table: string, change = 'create table shop.later (id int primary key);'): Migrations {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  cpSync(STOREFRONT, folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8'))
  const last = journal.entries.at(-1)
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1_000, tag: '0099_later' })
  writeFileSync(file, JSON.stringify(journal))
  writeFileSync(join(folder, '0099_later.sql'), change)
  return { folder, table }
}

test('it is told which migrations a database lacks, and a newer database lacks none of an older release', async () => {
  const older = { folder: STOREFRONT, table: 'storefront_migrations' }
  const newer = laterRelease('storefront_migrations')
  expect(await findDueMigrations(database, [older])).toEqual([])
  expect(await findDueMigrations(database, [older, newer])).toEqual(['0099_later'])
  await migrate(database, newer)
  expect(await findDueMigrations(database, [older, newer])).toEqual([])
})

test('an owner whose tables were never made lacks all of them', async () => {
  const due = await findDueMigrations(database, [{ folder: STOREFRONT, table: 'nobodys_migrations' }])
  expect(due[0]).toBe('0000_tables')
})

test('a migration that does not get a lock in time lets go of what it has and begins again', async () => {
  const own = await openTestDatabase('tables')
  try {
    // The embedded engine has one connection: nobody holds anything beside it.
    if (own.engine === 'embedded') return
    const begun = Promise.withResolvers<void>()
    const held = own.transaction(async (queries) => {
      await queries.execute('lock table laboratory.patient in row exclusive mode')
      begun.resolve()
      await new Promise((resolve) => setTimeout(resolve, 500))
      // What the migration locked first, and lets go of meanwhile.
      await queries.execute('lock table shop.documents in row exclusive mode')
    })
    await Promise.race([begun.promise, held])
    const change = [
      "set local lock_timeout = '100ms';",
      'alter table shop.documents add column later int;',
      'alter table laboratory.patient add column later int;',
    ].join('--> statement-breakpoint\n')
    await migrate(own, laterRelease('storefront_migrations', change))
    await held
    await own.queries.execute('select later from laboratory.patient')
  } finally {
    await own.close()
  }
})
