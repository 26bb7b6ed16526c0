import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type MigrationConfig, readMigrationFiles } from 'drizzle-orm/migrator'
import { prepareBeside, validateConstraints } from './beside-the-shop.ts'
import { type Database, openDatabase } from './open-database.ts'
import { MIGRATIONS_SCHEMA, schemaName } from './schema-names.ts'
import { hasSqlState } from './statement-errors.ts'
import { LOCK_PAUSE_MS, tryTablesLock } from './tables-lock.ts'

const MIGRATION_LOCK = 7_431_001
/** For a migration that does not get its locks in time, because of people's statements. */
const TRIES = 40
const PAUSE_MS = 250

/** Changes of tables, handed in by their owner. */
export interface Migrations {
  folder: string
  /** The table that records what was run. */
  table: string
}

/** The library's list of an owner's migrations. */
interface Journal {
  entries: { tag: string; when: number }[]
}

/** The common parts of the migrators of all drizzle's engines. */
interface Migrator {
  dialect: {
    migrate(
      migrations: ReturnType<typeof readMigrationFiles>,
      session: unknown,
      config: MigrationConfig,
    ): Promise<void>
  }
  session: unknown
}

/**
 * Brings the owner's tables up to date. Work that would hold up a shop running on them is done beside it, before
 * each migration and after all of them. It can be interrupted and started again. `alone` runs what no other process
 * may run at the same time.
 */
export async function migrate(
  database: Database,
  owner: Migrations,
  alone = (change: () => Promise<void>) => change(),
): Promise<void> {
  const tags = readJournal(owner).map(({ tag }) => tag)
  const due = await findDueMigrations(database, [owner])
  const isNew = due.length === tags.length
  for (const tag of isNew ? tags.slice(-1) : due) {
    if (database.engine === 'postgres' && !isNew) await prepareBeside(database, owner.folder, tag)
    await alone(() => runMigrations(database, owner, tags.indexOf(tag) + 1))
  }
  await validateConstraints(database, owner.folder, tags)
}

/** Runs those of the owner's first `count` migrations that are due. */
async function runMigrations(
  { drizzle }: Database,
  { folder, table }: Migrations,
  count: number,
): Promise<void> {
  const { dialect, session } = drizzle as unknown as Migrator
  const config = { migrationsFolder: folder, migrationsTable: table }
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await dialect.migrate(readMigrationFiles(config).slice(0, count), session, config)
    } catch (error) {
      if (left === 0 || !hasSqlState(error, LOCK_MISSED)) throw error
      // The failed try has released all its locks for those who wait behind it.
      await setTimeout(PAUSE_MS)
    }
  }
}

/** A lock not granted in time, and a deadlock. */
const LOCK_MISSED = ['55P03', '40P01']

/** As `migrate`, for several owners; processes that start at the same time wait for each other. */
export async function migrateAll(database: Database, owners: readonly Migrations[]): Promise<void> {
  if (!database.directUrl) {
    for (const migrations of owners) await migrate(database, migrations)
    return
  }
  // The locks have a separate connection, wait as long as it takes, and last as long as it does.
  const guard = await openDatabase({ url: database.directUrl, poolSize: 1, keepsConnections: true })
  const { queries } = guard
  try {
    while (!(await tryTablesLock(guard))) await setTimeout(LOCK_PAUSE_MS)
    for (const owner of owners) {
      await migrate(database, owner, async (change) => {
        await queries.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`)
        await change()
        await queries.execute(sql`select pg_advisory_unlock(${MIGRATION_LOCK})`)
      })
    }
  } finally {
    await guard.close()
  }
}

const readJournal = ({ folder }: Migrations) =>
  (JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal).entries

/**
 * Which migrations the database lacks, such as `0009_reasons`. It may have more than these: a newer release
 * migrates first, and the older one keeps working beside it.
 */
export async function findDueMigrations(
  { queries, schemaPrefix }: Database,
  owners: readonly Migrations[],
): Promise<string[]> {
  const due: string[] = []
  for (const owner of owners) {
    const { table } = owner
    const { rows: tables } = await queries.execute<{ name: string | null }>(
      sql`select to_regclass(${`${schemaName(MIGRATIONS_SCHEMA, schemaPrefix)}.${table}`})::text as name`,
    )
    const done = sql`${sql.identifier(MIGRATIONS_SCHEMA)}.${sql.identifier(table)}`
    const { rows } = tables[0]?.name
      ? await queries.execute<{ last: number | null }>(sql`select max(created_at) as last from ${done}`)
      : { rows: [] }
    const last = rows[0]?.last ?? 0
    due.push(
      ...readJournal(owner)
        .filter(({ when }) => when > last)
        .map(({ tag }) => tag),
    )
  }
  return due
}
