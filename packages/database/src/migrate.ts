import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import { type Database, openDatabase } from './open-database.ts'
import { MIGRATIONS_SCHEMA, schemaName } from './schema-names.ts'

const MIGRATION_LOCK = 7_431_001
/** Of a migration that does not get its locks in time, among people's statements. */
const TRIES = 40
const PAUSE_MS = 250

/** Changes of tables, handed in by who owns them. */
export interface Migrations {
  folder: string
  /** The table in which is noted what was done. */
  table: string
}

/** The library's list of an owner's migrations. */
interface Journal {
  entries: { tag: string; when: number }[]
}

/** Brings the owner's tables up to date. */
export async function migrate(database: Database, { folder, table }: Migrations): Promise<void> {
  const config = { migrationsFolder: folder, migrationsTable: table }
  if (database.engine === 'embedded') {
    const { migrate: migrateEmbedded } = await import('drizzle-orm/pglite/migrator')
    await migrateEmbedded(database.drizzle as unknown as Parameters<typeof migrateEmbedded>[0], config)
    return
  }
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await migratePostgres(database.drizzle, config)
    } catch (error) {
      if (left === 0 || !isLockMissed(error)) throw error
      // It has let go of all that it had, for those who wait behind it.
      await setTimeout(PAUSE_MS)
    }
  }
}

const isLockMissed = (error: unknown): boolean =>
  error instanceof Error && ((error as { code?: unknown }).code === '55P03' || isLockMissed(error.cause))

/** As `migrate`, for several owners; processes that start together wait for each other. */
export async function migrateAll(database: Database, owners: readonly Migrations[]): Promise<void> {
  if (!database.directUrl) {
    for (const migrations of owners) await migrate(database, migrations)
    return
  }
  // The lock has a connection of its own, and waits as long as it takes.
  const guard = await openDatabase({ url: database.directUrl, poolSize: 1 })
  try {
    await guard.queries.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`)
    for (const migrations of owners) await migrate(database, migrations)
  } finally {
    await guard.close()
  }
}

/**
 * Which migrations the database lacks, as `0009_reasons`. That it has more than these is no matter: a newer release
 * migrates first, and the older one works on beside it.
 */
export async function findDueMigrations(
  { queries, schemaPrefix }: Database,
  owners: readonly Migrations[],
): Promise<string[]> {
  const due: string[] = []
  for (const { folder, table } of owners) {
    const { rows: tables } = await queries.execute<{ name: string | null }>(
      sql`select to_regclass(${`${schemaName(MIGRATIONS_SCHEMA, schemaPrefix)}.${table}`})::text as name`,
    )
    const done = sql`${sql.identifier(MIGRATIONS_SCHEMA)}.${sql.identifier(table)}`
    const { rows } = tables[0]?.name
      ? await queries.execute<{ last: number | null }>(sql`select max(created_at) as last from ${done}`)
      : { rows: [] }
    const last = rows[0]?.last ?? 0
    const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal
    due.push(...entries.filter(({ when }) => when > last).map(({ tag }) => tag))
  }
  return due
}
