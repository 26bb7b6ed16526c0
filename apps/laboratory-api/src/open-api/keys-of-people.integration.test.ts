import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  DIRECTED,
  DIRECTORY,
  NOT_OF_PEOPLE,
  OWNER_BY_TABLE,
  ownerColumn,
  type PeopleTable,
} from '../testing/people-tables.ts'

// A database that is divided by account can enforce a key only within an account. The columns of every key and
// unique index of personal tables are read from the database's own catalogue.

interface UniqueIndex {
  table: string
  columns: string
}

let source: TestDatabase
beforeAll(async () => {
  source = await openTestDatabase('tables')
})
afterAll(() => source.close())

const isOfPeople = (table: string): table is PeopleTable => table in OWNER_BY_TABLE

async function uniqueIndexes(): Promise<UniqueIndex[]> {
  const { rows } = await source.queries.execute<{ table: string; columns: string }>(sql`
    select c.relname as table, (select string_agg(replace(pg_get_indexdef(i.indexrelid, n, true), '"', ''), ',')
      from generate_series(1, i.indnkeyatts) n) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indisunique and not c.relispartition and c.relnamespace::regnamespace::text = 'laboratory'`)
  return rows
}

test('each table is listed as personal, with a column for the account and one for the lasting owner, or as without owner', async () => {
  const { rows } = await source.queries.execute<{ table: string; columns: string[] }>(sql`
    select c.relname as table, array_agg(a.attname::text) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace::regnamespace::text = 'laboratory'
    group by 1`)
  expect(rows.map(({ table }) => table).sort()).toEqual(
    [...Object.keys(OWNER_BY_TABLE), ...NOT_OF_PEOPLE, DIRECTORY].sort(),
  )
  for (const { table, columns } of rows.filter((row) => isOfPeople(row.table))) {
    expect(columns, table).toContain(OWNER_BY_TABLE[table as PeopleTable][0])
    expect(columns, table).toContain(ownerColumn(table as PeopleTable))
  }
})

test('a key or unique index of a personal table includes its owner', async () => {
  const indexes = (await uniqueIndexes()).filter(({ table }) => isOfPeople(table))
  expect(indexes.length).toBeGreaterThan(60)
  const without = indexes
    .filter(({ table, columns }) => !columns.split(',').includes(ownerColumn(table as PeopleTable)))
    .map(({ table, columns }) => `${table}(${columns})`)
  expect(without).toEqual([])
})

/** Foreign keys to an account that rows have only as long as the account exists. */
const OF_EXISTING_ACCOUNT = ['customer_order(user_id)', 'test_result(user_id)', 'webauthn_challenge(user_id)']

test('a foreign key between personal rows includes their owner, the same on both sides', async () => {
  const { rows } = await source.queries.execute<Record<'table' | 'columns' | 'other' | 'others', string>>(sql`
    select k.conrelid::regclass::text as table, k.confrelid::regclass::text as other,
      (select string_agg(a.attname, ',' order by n) from unnest(k.conkey) with ordinality c (num, n)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = num) as columns,
      (select string_agg(a.attname, ',' order by n) from unnest(k.confkey) with ordinality c (num, n)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = num) as others
    from pg_constraint k where k.contype = 'f' and k.connamespace::regnamespace::text = 'laboratory'`)
  const nameOf = (table: string) => table.replace('laboratory.', '')
  const between = rows.filter(({ table, other }) => isOfPeople(nameOf(table)) && isOfPeople(nameOf(other)))
  expect(between.length).toBeGreaterThan(35)
  const without = between.filter(({ table, columns, other, others }) => {
    const place = columns.split(',').indexOf(ownerColumn(nameOf(table) as PeopleTable))
    return place < 0 || others.split(',')[place] !== ownerColumn(nameOf(other) as PeopleTable)
  })
  expect(without.map(({ table, columns }) => `${nameOf(table)}(${columns})`).sort()).toEqual(
    OF_EXISTING_ACCOUNT,
  )
})

test('values that are unique across all owners are so by the directory', async () => {
  const { rows } = await source.queries.execute<{ table: string }>(sql`
    select t.tgrelid::regclass::text as table from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where p.proname = 'direct_' || (select relname from pg_class where oid = t.tgrelid)`)
  expect(rows.map(({ table }) => table.replace('laboratory.', '')).sort()).toEqual(
    Object.keys(DIRECTED).sort(),
  )
  expect((await uniqueIndexes()).filter(({ table }) => table === DIRECTORY)).toEqual([
    { table: DIRECTORY, columns: 'kind,key' },
  ])
})
