import { type SQL, sql } from 'drizzle-orm'
import { DIRECTED, DIRECTORY, OWNER_BY_TABLE, ownerColumn, type PeopleTable } from './people-tables.ts'

const TABLES = Object.keys(OWNER_BY_TABLE) as PeopleTable[]

/** Rows of a table whose owner is not that of their parent; after an erasure only the owner is left. */
function strayRows(table: PeopleTable): string {
  const [by, parent] = OWNER_BY_TABLE[table]
  const owner = `part.${ownerColumn(table)}`
  const whole = `laboratory."${parent}" whole on whole.id = part."${by}"`
  const isOfAccount = parent === 'user_account'
  return isOfAccount
    ? `select '${table}' from laboratory."${table}" part where part."${by}" <> ${owner}`
    : `select '${table}' from laboratory."${table}" part join ${whole} where whole.${ownerColumn(parent)} <> ${owner}`
}

/** Tables with a row whose owner is not that of its order, result, question or account. */
export const STRAY_PARTS: SQL = sql.raw(
  [
    ...TABLES.map(strayRows),
    `select 'test_result' from laboratory.test_result part
      join laboratory.customer_order whole on whole.id = part.order_id where whole.owner_id <> part.owner_id`,
  ].join(' union '),
)

const directed = (Object.entries(DIRECTED) as [keyof typeof DIRECTED, string][]).map(
  ([table, key]) =>
    `select '${table}' as kind, ${key} as key, ${ownerColumn(table)} as owner from laboratory.${table}`,
)

/** Keys that the directory does not lead to their owner, and entries of the directory without a row. */
export const ASTRAY_IN_DIRECTORY: SQL = sql.raw(
  `select coalesce(have.kind, told.kind) from (select * from (${directed.join(' union all ')}) has where key is not null) have
    full join laboratory.${DIRECTORY} told on told.kind = have.kind and told.key = have.key
    where have.owner is distinct from told.owner_id`,
)
