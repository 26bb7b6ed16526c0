import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type Database, openDatabase } from './open-database.ts'
import { schemaName } from './schema-names.ts'

const INDEX = /^create (?:unique )?index if not exists "(\w+)" on "(\w+)"\."\w+"/i
const SCHEMA = /"(\w+)"\."\w+"/g

const readMigration = (folder: string, tag: string) =>
  readFileSync(join(folder, `${tag}.sql`), 'utf8')
    .split('--> statement-breakpoint')
    .map((statement) => statement.replaceAll(/^\s*--.*\n/gm, '').trim())

/** Nobody waits behind what is done over it, so that it waits as long as it takes. */
async function withPatience(database: Database, work: (own: Database) => Promise<void>): Promise<void> {
  const own = await openDatabase({ url: database.directUrl!, poolSize: 1, timeouts: { statement: 0 } })
  try {
    await work(own)
  } finally {
    await own.close()
  }
}

/**
 * Builds the indexes of a migration that is due beside the shop that runs: those that it creates `IF NOT EXISTS`. One that was
 * broken off is begun anew.
 */
export async function buildIndexesAhead(database: Database, folder: string, tag: string): Promise<void> {
  const statements = readMigration(folder, tag).filter((statement) => INDEX.test(statement))
  if (statements.length === 0) return
  await withPatience(database, async ({ queries }) => {
    for (const statement of statements) {
      const [, name, written] = INDEX.exec(statement)!
      const schema = schemaName(written!, database.schemaPrefix)
      const index = sql`${sql.identifier(schema)}.${sql.identifier(name!)}`
      const { rows } = await queries.execute<{ isWhole: boolean }>(sql`
        select i.indisvalid as "isWhole" from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relname = ${name} and c.relnamespace = ${schema}::regnamespace`)
      if (rows[0]?.isWhole) continue
      if (rows.length > 0) await queries.execute(sql`drop index concurrently ${index}`)
      await queries.execute(
        sql.raw(
          statement
            .replace(/ index if not exists /i, ' index concurrently ')
            .replaceAll(`"${written}".`, `"${schema}".`),
        ),
      )
    }
  })
}

/** Looks through the rows for what migrations asked of new ones alone (`NOT VALID`), beside the shop that runs. */
export async function validateConstraints(
  database: Database,
  folder: string,
  tags: readonly string[],
): Promise<void> {
  const written = tags.flatMap((tag) => readMigration(folder, tag).join('\n').matchAll(SCHEMA).toArray())
  const schemas = [...new Set(written.map(([, name]) => schemaName(name!, database.schemaPrefix)))]
  const { rows } = await database.queries.execute<Record<'schema' | 'table' | 'name', string>>(sql`
    select n.nspname as schema, c.relname as table, k.conname as name
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where not k.convalidated and n.nspname = any(array[${sql.join(
      schemas.map((name) => sql`${name}`),
      sql`, `,
    )}]::text[])
    order by 1, 2, 3`)
  if (rows.length === 0) return
  const validate = async ({ queries }: Database) => {
    for (const { schema, table, name } of rows) {
      const whole = sql`${sql.identifier(schema)}.${sql.identifier(table)}`
      await queries.execute(sql`alter table ${whole} validate constraint ${sql.identifier(name)}`)
    }
  }
  await (database.engine === 'embedded' ? validate(database) : withPatience(database, validate))
}
