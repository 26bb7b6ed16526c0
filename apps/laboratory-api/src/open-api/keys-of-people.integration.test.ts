import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOBODYS, ownerColumn, type PeopleTable, WHOSE } from '../testing/people-tables.ts'

// A database that is divided by account can hold a key only within an account. What every key and unique
// index of a person's tables is made of is read from the database's own catalogue.

/**
 * An id that is made at random is nobody else's, wherever it lies: dividing puts the owner before it and
 * changes nothing else.
 */
const IS_RANDOM_ID = /^\w+\(id\)$/

/** Everything else without the column that says whose a row is, and why. */
const WITHOUT_OWNER: Readonly<Record<string, string>> = {
  // Directories: from what somebody shows or is sent to whose it is. Nobody is known before they have answered.
  'access_token(token_hash)': 'directory of sessions',
  'login_step(token_hash)': 'directory of logins under way',
  'mailed_secret(token_hash)': 'directory of mailed links',
  'passkey(credential_id)': 'directory of passkeys',
  'result_share(token_hash)': 'directory of shares',
  'report_document(code)': 'directory of papers',
  'support_link(token_hash)': 'directory of the links in answers to guests',
  'user_account(email)': 'directory of proven addresses',
  'user_account(confirmed_email)': 'for the release before; goes with the next one',
  'customer_order(number)': 'directory of order numbers, for the desk and laboratories',
  'payment_attempt(provider,token)': "directory of the provider's pages",
  'payment_transaction(provider,transaction_id)':
    "directory of the provider's payments: this key makes settling happen once",
  'payment_event(provider,provider_event_id)': "directory of the provider's events: each is worked on once",
  'received_report(identifier,content_hash)': "directory of laboratories' reports: each is taken once",
  'report_identifier(identifier)': "directory of laboratories' reports to the analysis that they are about",
  'taken_specimen(label)': 'directory of tubes: no label twice in the whole network',
  'support_message(reference)': 'directory of references that people tell the desk',
  'rights_request(reference)': 'directory of references that people tell the desk',
  // By the order, whose owner is in the order's row.
  'analysis_result(order_id,line_position)': 'by the order, of which its test result is',
  'test_result(order_id)': 'by the order, of which the account is',
}

interface UniqueIndex {
  table: string
  columns: string
}

let source: TestDatabase
beforeAll(async () => {
  source = await openTestDatabase('tables')
})
afterAll(() => source.close())

const isPeoples = (table: string): table is PeopleTable => table in WHOSE

async function uniqueIndexes(): Promise<UniqueIndex[]> {
  const { rows } = await source.queries.execute<{ table: string; columns: string }>(sql`
    select c.relname as table, (select string_agg(replace(pg_get_indexdef(i.indexrelid, n, true), '"', ''), ',')
      from generate_series(1, i.indnkeyatts) n) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indisunique and not c.relispartition and c.relnamespace::regnamespace::text = 'laboratory'`)
  return rows
}

test("each table is a person's, and says by which column and whose for good, or is nobody's", async () => {
  const { rows } = await source.queries.execute<{ table: string; columns: string[] }>(sql`
    select c.relname as table, array_agg(a.attname::text) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace::regnamespace::text = 'laboratory'
    group by 1`)
  expect(rows.map(({ table }) => table).sort()).toEqual([...Object.keys(WHOSE), ...NOBODYS].sort())
  for (const { table, columns } of rows.filter((row) => isPeoples(row.table))) {
    expect(columns, table).toContain(WHOSE[table as PeopleTable][0])
    expect(columns, table).toContain(ownerColumn(table as PeopleTable))
  }
})

test("a key or unique index of a person's table holds whose it is, or is a directory to it", async () => {
  const indexes = (await uniqueIndexes()).filter(({ table }) => isPeoples(table))
  expect(indexes.length).toBeGreaterThan(40)
  const without = indexes
    .filter(({ table, columns }) => !columns.split(',').includes(WHOSE[table as PeopleTable][0]))
    .map(({ table, columns }) => `${table}(${columns})`)
    .filter((index) => !IS_RANDOM_ID.test(index))
  expect(without.sort()).toEqual(Object.keys(WITHOUT_OWNER).sort())
})
