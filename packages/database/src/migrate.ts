import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import { type Database, openDatabase } from './open-database.ts'
import { repositoryRoot } from './repository-root.ts'

const MIGRATION_LOCK = 7_431_001

/** The applications that own tables; each has its folder of migrations and its own journal. */
export const MIGRATED_APPLICATIONS = ['laboratory-api', 'storefront', 'sandbox'] as const
export type MigratedApplication = (typeof MIGRATED_APPLICATIONS)[number]

/** Brings the application's tables up to date. Processes that start together wait for each other. */
export async function migrate(database: Database, application: MigratedApplication): Promise<void> {
  const config = {
    migrationsFolder: join(repositoryRoot, 'apps', application, 'migrations'),
    migrationsTable: `${application.replace('-', '_')}_migrations`,
  }
  if (database.engine === 'embedded') {
    const { migrate: migrateEmbedded } = await import('drizzle-orm/pglite/migrator')
    await migrateEmbedded(database.drizzle as unknown as Parameters<typeof migrateEmbedded>[0], config)
    return
  }
  await migratePostgres(database.drizzle, config)
}

/** As `migrate`, for several applications on PostgreSQL under one advisory lock held by its own connection. */
export async function migrateAll(
  database: Database,
  applications: readonly MigratedApplication[],
  url?: string,
): Promise<void> {
  if (!url) {
    for (const application of applications) await migrate(database, application)
    return
  }
  const guard = await openDatabase({ url, poolSize: 1 })
  try {
    await guard.queries.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`)
    for (const application of applications) await migrate(database, application)
  } finally {
    await guard.close()
  }
}
