import { sql } from 'drizzle-orm'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import { type Database, openDatabase } from './open-database.ts'

const MIGRATION_LOCK = 7_431_001

/** Changes of tables, handed in by who owns them. */
export interface Migrations {
  folder: string
  /** The table in which is noted what was done. */
  table: string
}

/** Brings the owner's tables up to date. */
export async function migrate(database: Database, { folder, table }: Migrations): Promise<void> {
  const config = { migrationsFolder: folder, migrationsTable: table }
  if (database.engine === 'embedded') {
    const { migrate: migrateEmbedded } = await import('drizzle-orm/pglite/migrator')
    await migrateEmbedded(database.drizzle as unknown as Parameters<typeof migrateEmbedded>[0], config)
    return
  }
  await migratePostgres(database.drizzle, config)
}

/** As `migrate`, for several owners; processes that start together wait for each other. */
export async function migrateAll(database: Database, owners: readonly Migrations[]): Promise<void> {
  if (!database.url) {
    for (const migrations of owners) await migrate(database, migrations)
    return
  }
  // The lock has a connection of its own, and waits as long as it takes.
  const guard = await openDatabase({ url: database.url, poolSize: 1 })
  try {
    await guard.queries.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`)
    for (const migrations of owners) await migrate(database, migrations)
  } finally {
    await guard.close()
  }
}
