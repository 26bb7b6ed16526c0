import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type Database, openDatabase } from './open-database.ts'
import { partnerSchemas, schemaName, writeInSchemas } from './schema-names.ts'
import { hasSqlState } from './statement-errors.ts'

const INDEX = /^create (?:unique )?index if not exists "(\w+)" on "(\w+)"\."\w+"/i
const MARKED = /^-- Beside the shop:$/m
const NAMED = /"(\w+)"\."\w+"/g

interface Statement {
  text: string
  isMarked: boolean
}

const readMigration = (folder: string, tag: string): Statement[] =>
  readFileSync(join(folder, `${tag}.sql`), 'utf8')
    .split('--> statement-breakpoint')
    .map((part) => ({ text: part.replaceAll(/^\s*--.*\n/gm, '').trim(), isMarked: MARKED.test(part) }))

/** The schemas that these statements name, as written there. */
const schemasOf = (statements: readonly Statement[]): string[] => [
  ...new Set(statements.flatMap(({ text }) => text.matchAll(NAMED).toArray()).map(([, name]) => name!)),
]

/** Opens a connection without a statement timeout for `work`: nothing waits behind its statements. */
async function withPatience(database: Database, work: (own: Database) => Promise<void>): Promise<void> {
  const own = await openDatabase({ url: database.directUrl!, poolSize: 1, timeouts: { statement: 0 } })
  try {
    await work(own)
  } finally {
    await own.close()
  }
}

/** A column or a table that is not there. */
const MISSING = ['42703', '42P01']

/**
 * Runs the slow statements of a migration before it, each on its own, while the shop keeps running: those marked
 * `-- Beside the shop:` and the indexes created `IF NOT EXISTS`. An index whose build was interrupted is built again;
 * one of a column that the migration itself adds is left to it.
 */
export async function prepareBeside(database: Database, folder: string, tag: string): Promise<void> {
  const all = readMigration(folder, tag)
  const early = all.filter(({ text, isMarked }) => isMarked || INDEX.test(text))
  if (early.length === 0) return
  const write = writeInSchemas(partnerSchemas(database.schemaPrefix, schemasOf(all)))
  await withPatience(database, async ({ queries }) => {
    for (const { text } of early) {
      const [, name, written] = INDEX.exec(text) ?? []
      if (!name || !written) {
        await queries.execute(sql.raw(write(text)))
        continue
      }
      const schema = schemaName(written, database.schemaPrefix)
      const { rows } = await queries.execute<{ isWhole: boolean }>(sql`
        select i.indisvalid as "isWhole" from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relname = ${name} and c.relnamespace = ${schema}::regnamespace`)
      if (rows[0]?.isWhole) continue
      if (rows.length > 0) {
        const index = sql`${sql.identifier(schema)}.${sql.identifier(name)}`
        await queries.execute(sql`drop index concurrently ${index}`)
      }
      const build = sql.raw(write(text).replace(/ index if not exists /i, ' index concurrently '))
      await queries.execute(build).catch((error: unknown) => {
        if (!hasSqlState(error, MISSING)) throw error
      })
    }
  })
}

/**
 * Checks the existing rows against constraints that migrations added for new rows only (`NOT VALID`), while the
 * shop keeps running.
 */
export async function validateConstraints(
  database: Database,
  folder: string,
  tags: readonly string[],
): Promise<void> {
  const written = schemasOf(tags.flatMap((tag) => readMigration(folder, tag)))
  const schemas = written.map((name) => sql`${schemaName(name, database.schemaPrefix)}`)
  const { rows } = await database.queries.execute<Record<'schema' | 'table' | 'name', string>>(sql`
    select n.nspname as schema, c.relname as table, k.conname as name
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where not k.convalidated and n.nspname in (${sql.join(schemas, sql`, `)})
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
