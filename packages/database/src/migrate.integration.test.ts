import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { findDueMigrations, type Migrations, migrate, migrateAll } from './migrate.ts'
import type { Queries } from './open-database.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const STOREFRONT = join(import.meta.dirname, '../../../apps/storefront/migrations')

/** The owner's migrations with one more, of a later day. */
function laterRelease(table: string, change = 'create table shop.later (id int primary key);'): Migrations {
  const folder = temporaryFolder('migrations')
  cpSync(STOREFRONT, folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8'))
  const last = journal.entries.at(-1)
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1_000, tag: '0099_later' })
  writeFileSync(file, JSON.stringify(journal))
  writeFileSync(join(folder, '0099_later.sql'), change)
  return { folder, table }
}

test('the migrations that a database lacks are found, and a newer database lacks none of an older release', async () => {
  const older = { folder: STOREFRONT, table: 'storefront_migrations' }
  const newer = laterRelease('storefront_migrations')
  expect(await findDueMigrations(database, [older])).toEqual([])
  expect(await findDueMigrations(database, [older, newer])).toEqual(['0099_later'])
  await migrate(database, newer)
  expect(await findDueMigrations(database, [older, newer])).toEqual([])
})

test('an owner whose tables were never created lacks all migrations', async () => {
  const due = await findDueMigrations(database, [{ folder: STOREFRONT, table: 'nobodys_migrations' }])
  expect(due[0]).toBe('0000_tables')
})

/** The embedded engine has one process with one connection: nothing else can hold a lock, and it needs none. */
const hasLocks = inject('engine') !== 'embedded'

test.runIf(hasLocks)(
  'a migration that does not get a lock in time releases its locks and starts again',
  async () => {
    const own = await openTestDatabase('tables')
    try {
      const begun = Promise.withResolvers<void>()
      const triedAgain = Promise.withResolvers<void>()
      const held = own.transaction(async (queries) => {
        await queries.execute('lock table laboratory.patient in row exclusive mode')
        begun.resolve()
        await triedAgain.promise
        // The migration locks this first, and releases it with each try.
        await queries.execute('lock table shop.documents in row exclusive mode')
      })
      await Promise.race([begun.promise, held])
      const change = [
        "set local lock_timeout = '100ms';",
        'alter table shop.documents add column later int;',
        'alter table laboratory.patient add column later int;',
      ].join('--> statement-breakpoint\n')
      let tries = 0
      const count = (text: string) => {
        if (text.includes('alter table shop.documents') && ++tries === 2) triedAgain.resolve()
      }
      const release = laterRelease('storefront_migrations', change)
      await own.watch(count, () => migrate(own, release)).finally(triedAgain.resolve)
      await held
      expect(tries).toBeGreaterThan(1)
      await own.queries.execute('select later from laboratory.patient')
    } finally {
      await own.close()
    }
  },
)

test('an index of a migration is built while others write, and built again if its build was interrupted', async () => {
  const own = await openTestDatabase('tables')
  try {
    const put = (queries: Queries, id: string) =>
      queries.execute(sql`insert into shop.documents (key, collection, owner, version, body, created_at, updated_at)
        values (${id}, 'later', '', 1, '{}', now(), now())`)
    const change = 'create unique index if not exists "later" on "shop"."documents" ("collection", "key");'
    const release = laterRelease('storefront_migrations', change)
    const isWhole = async () => {
      const { rows } = await own.queries.execute<{ is: boolean }>(
        sql`select indisvalid as is from pg_index where indexrelid = 'shop.later'::regclass`,
      )
      return rows[0]!.is
    }
    if (own.engine === 'embedded') {
      await migrate(own, release)
      return expect(await isWhole()).toBe(true)
    }
    await put(own.queries, 'one')
    await put(own.queries, 'other')
    const broken = 'create unique index concurrently "later" on shop.documents (collection)'
    await expect(own.queries.execute(sql.raw(broken))).rejects.toThrow()
    expect(await isWhole()).toBe(false)
    const { promise: end, resolve: finish } = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const writing = own.transaction(async (queries) => {
      await put(queries, 'third')
      begun.resolve()
      await end
    })
    await begun.promise
    const migrating = migrate(own, release)
    await expect.poll(() => waitingBuilders(own)).toBe(1)
    await own.transaction(async (queries) => {
      await queries.execute(sql`set local lock_timeout = '200ms'`)
      await put(queries, 'fourth')
    })
    finish()
    await Promise.all([writing, migrating])
    expect(await isWhole()).toBe(true)
  } finally {
    await own.close()
  }
})

test('an index of a column that the migration itself adds is built with it', async () => {
  const own = await openTestDatabase('tables')
  try {
    const change = [
      'alter table "shop"."documents" add column "later" int;',
      'create index if not exists "documents_later" on "shop"."documents" ("later");',
    ].join('--> statement-breakpoint\n')
    await migrate(own, laterRelease('storefront_migrations', change))
    const { rows } = await own.queries.execute(
      sql`select indisvalid from pg_index where indexrelid = 'shop.documents_later'::regclass`,
    )
    expect(rows).toEqual([{ indisvalid: true }])
  } finally {
    await own.close()
  }
})

test('a marked statement of a migration runs before it, on its own', async () => {
  const own = await openTestDatabase('tables')
  try {
    const put = `-- Beside the shop:
insert into "shop"."documents" (key, collection, owner, version, body, created_at, updated_at)
  values ('one', 'later', '', 1, '{}', now(), now()) on conflict do nothing;`
    const fails = [put, 'alter table "shop"."documents" add column "key" int;'].join(
      '--> statement-breakpoint\n',
    )
    await expect(migrate(own, laterRelease('storefront_migrations', fails))).rejects.toThrow()
    const { rows } = await own.queries.execute(sql`select key from shop.documents where collection = 'later'`)
    // In the embedded engine it is part of the migration, which is rolled back.
    expect(rows).toEqual(own.engine === 'embedded' ? [] : [{ key: 'one' }])
    await migrate(own, laterRelease('storefront_migrations', put))
    expect(await own.queries.execute(sql`select key from shop.documents`)).toMatchObject({
      rows: [{ key: 'one' }],
    })
  } finally {
    await own.close()
  }
})

test.runIf(hasLocks)(
  'a migration that takes long keeps its locks to the end',
  { tags: ['slow'] },
  async () => {
    const own = await openTestDatabase('tables')
    try {
      const change = [
        'select pg_sleep(11);',
        `create table "shop"."later" as select objid from pg_locks
        where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database());`,
      ].join('--> statement-breakpoint\n')
      await migrateAll(own, [laterRelease('storefront_migrations', change)])
      const { rows } = await own.queries.execute(sql`select objid from shop.later order by objid`)
      expect(rows).toEqual([{ objid: 7_431_001 }, { objid: 7_431_002 }])
    } finally {
      await own.close()
    }
  },
)

async function waitingBuilders({ queries }: TestDatabase): Promise<number> {
  const { rows } = await queries.execute<{ number: number }>(sql`
    select count(*) as number from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ilike '%index concurrently%later%'`)
  return rows[0]!.number
}

test('a constraint that a migration adds for new rows only is afterwards checked for all rows', async () => {
  const own = await openTestDatabase('tables')
  try {
    const change = 'alter table "shop"."documents" add constraint "later" check (version > 0) not valid;'
    await migrate(own, laterRelease('storefront_migrations', change))
    const { rows } = await own.queries.execute(
      sql`select convalidated as "isLookedAt" from pg_constraint where conname = 'later'`,
    )
    expect(rows).toEqual([{ isLookedAt: true }])
  } finally {
    await own.close()
  }
})
