import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOBODYS, ownerColumn, type PeopleTable, WHOSE } from '../testing/people-tables.ts'

// A database that is divided by account can hold a key only within an account. What every key and unique
// index of a person's tables is made of is read from the database's own catalogue.

/** What lacks the column of the owner, and why. */
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
  // What the release before goes by, mostly in ON CONFLICT: go with the next one.
  'desk_event(id)': 'for the release before',
  'order_presence(order_id,staff_id)': 'for the release before',
  'report_document(test_result_id,patient_id,content_hash)': 'for the release before',
  'test_result(id)': 'for the release before, whose mails group by it',
  'visit_answer(order_id,patient_id,question)': 'for the release before',
  'visit_progress(order_id)': 'for the release before',
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

test("a key or unique index of a person's table holds its owner, or is a directory to it", async () => {
  const indexes = (await uniqueIndexes()).filter(({ table }) => isPeoples(table))
  expect(indexes.length).toBeGreaterThan(60)
  const without = indexes
    .filter(({ table, columns }) => !columns.split(',').includes(ownerColumn(table as PeopleTable)))
    .map(({ table, columns }) => `${table}(${columns})`)
  expect(without.sort()).toEqual(Object.keys(WITHOUT_OWNER).sort())
})

/** Foreign keys of rows that are the account's own as long as it is there, and let go of it with it. */
const OF_THE_ACCOUNT_THAT_IS_THERE = [
  'customer_order(user_id)',
  'test_result(user_id)',
  'webauthn_challenge(user_id)',
]

test('a foreign key between rows of people holds their owner, who is the same on both sides', async () => {
  const { rows } = await source.queries.execute<Record<'table' | 'columns' | 'other' | 'others', string>>(sql`
    select k.conrelid::regclass::text as table, k.confrelid::regclass::text as other,
      (select string_agg(a.attname, ',' order by n) from unnest(k.conkey) with ordinality c (num, n)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = num) as columns,
      (select string_agg(a.attname, ',' order by n) from unnest(k.confkey) with ordinality c (num, n)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = num) as others
    from pg_constraint k where k.contype = 'f' and k.connamespace::regnamespace::text = 'laboratory'`)
  const nameOf = (table: string) => table.replace('laboratory.', '')
  const between = rows.filter(({ table, other }) => isPeoples(nameOf(table)) && isPeoples(nameOf(other)))
  expect(between.length).toBeGreaterThan(35)
  const without = between.filter(({ table, columns, other, others }) => {
    const place = columns.split(',').indexOf(ownerColumn(nameOf(table) as PeopleTable))
    return place < 0 || others.split(',')[place] !== ownerColumn(nameOf(other) as PeopleTable)
  })
  expect(without.map(({ table, columns }) => `${nameOf(table)}(${columns})`).sort()).toEqual(
    OF_THE_ACCOUNT_THAT_IS_THERE,
  )
})
