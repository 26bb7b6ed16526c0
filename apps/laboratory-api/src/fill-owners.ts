import { setTimeout } from 'node:timers/promises'
import type { Database } from '@shop/database/open-database'
import { schemaName } from '@shop/database/schema-names'
import { sql } from 'drizzle-orm'

/** Some thousand rows: whoever wants one of them meanwhile waits a fraction of a second. */
const PAGES_AT_ONCE = 200
const PAUSE_MS = 100

/**
 * Tables of which rows from before migration 0058 may still lack their owner: the check that asks for it is not validated. The
 * migration after the next release drops check and triggers, and this file goes with them.
 */
export async function tablesWithoutOwners({ queries, schemaPrefix }: Database): Promise<string[]> {
  const { rows } = await queries.execute<{ table: string }>(sql`
    select c.relname as table from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'c' and k.conname = c.relname || '_owner' and not k.convalidated
      and c.relnamespace = ${schemaName('laboratory', schemaPrefix)}::regnamespace
    order by 1`)
  return rows.map(({ table }) => table)
}

/**
 * Gives every row its owner, beside the running shop: the triggers of migration 0058 know whose a row is and do it whenever one
 * is written. Can be stopped and begun again.
 */
export async function fillOwners(database: Database): Promise<void> {
  for (const name of await tablesWithoutOwners(database)) {
    const table = sql`laboratory.${sql.identifier(name)}`
    const lacks = async () => {
      const { rows } = await database.queries.execute(
        sql`select 1 from ${table} where owner_id is null limit 1`,
      )
      return rows.length > 0
    }
    while (await lacks()) {
      await fillTable(database, name)
      // What somebody held is left for another round.
      await setTimeout(PAUSE_MS)
    }
    await database.queries.execute(
      sql`alter table ${table} validate constraint ${sql.identifier(`${name}_owner`)}`,
    )
  }
}

/** By pages, which need no index; what is written meanwhile has its owner, wherever it lies. */
async function fillTable({ queries, schemaPrefix }: Database, name: string): Promise<void> {
  const table = sql`laboratory.${sql.identifier(name)}`
  const schema = schemaName('laboratory', schemaPrefix)
  const { rows } = await queries.execute<{ pages: number }>(sql`
    select pg_relation_size(format('%I.%I', ${schema}::text, ${name}::text)::regclass)
      / current_setting('block_size')::int as pages`)
  const pages = Number(rows[0]!.pages)
  for (let first = 0; first < pages; first += PAGES_AT_ONCE) {
    const from = `(${first},0)`
    const to = `(${first + PAGES_AT_ONCE},0)`
    await queries.execute(sql`
      update ${table} set owner_id = null where ctid = any(array(
        select ctid from ${table} where ctid >= ${from}::tid and ctid < ${to}::tid and owner_id is null
        for update skip locked))`)
  }
}
