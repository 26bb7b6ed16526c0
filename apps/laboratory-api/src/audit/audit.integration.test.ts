import type { Queries } from '@shop/database/open-database'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from './audit.ts'
import { deleteOldEntries, makeAuditMonths } from './audit-months.ts'
import { auditEntries } from './tables.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await audit(database.queries, {
    requestId: 'request-1',
    userId: null,
    actor: 'job',
    action: 'read',
    kind: 'order',
    id: 'order-1',
  })
})
afterAll(() => database.close())

test.each([
  ['changed', sql`update laboratory.audit_entry set action = 'create'`],
  ['removed', sql`delete from laboratory.audit_entry`],
  ['emptied', sql`truncate laboratory.audit_entry`],
  ['changed through its partition', sql`update laboratory_audit.later set action = 'create'`],
])('an audit entry cannot be %s', { tags: ['ASVS-16.4.2'] }, async (_, statement) => {
  const before = await database.queries.select().from(auditEntries)
  expect(before).toContainEqual(expect.objectContaining({ action: 'read', objectId: 'order-1' }))
  await expect(database.queries.execute(statement)).rejects.toMatchObject({
    cause: expect.objectContaining({ message: 'audit_entry is append-only' }),
  })
  expect(await database.queries.select().from(auditEntries)).toEqual(before)
})

const monthsOf = async (queries: Queries) => {
  const { rows } = await queries.execute<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'laboratory_audit'::regnamespace and relkind = 'r' order by 1`,
  )
  return rows.map(({ name }) => name)
}

interface Month {
  /** Its second day. */
  at: Date
  /** `2026_11`, as in the names of partitions. */
  name: string
}
function monthOf(day: Date, more = 0): Month {
  const month = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + more, 1))
  return {
    at: new Date(month.getTime() + 86_400_000),
    name: month.toISOString().slice(0, 7).replace('-', '_'),
  }
}
const bound = ({ name }: Month) => sql.raw(`'${name.replace('_', '-')}-01Z'`)
const partition = (prefix: 'before' | 'month', { name }: Month) =>
  sql.raw(`laboratory_audit.${prefix}_${name}`)

/**
 * Months counted from the one in which the tables were made, at the beginning of the run: the tests may run in the
 * next.
 */
async function inMonths(count: number): Promise<Month> {
  const names = await monthsOf(database.queries)
  const before = names.find((name) => name.startsWith('before_'))!
  return monthOf(new Date(`${before.slice('before_'.length).replace('_', '-')}-01Z`), count - 1)
}

test('the coming months of the audit are made in advance, once', async () => {
  const { queries } = database
  const [next, second, third] = [await inMonths(1), await inMonths(2), await inMonths(3)]
  const names = await monthsOf(queries)
  expect(names.slice(0, 5)).toEqual([
    `before_${next.name}`,
    'later',
    ...[next, second, third].map(({ name }) => `month_${name}`),
  ])
  await queries.execute(sql`drop table ${partition('month', third)}`)
  const made = await makeAuditMonths(queries)
  expect(made[0]).toBe(`month_${third.name}`)
  expect(await monthsOf(queries)).toEqual([...new Set([...names, ...made])].toSorted())
  expect(await Promise.all([makeAuditMonths(queries), makeAuditMonths(queries)])).toEqual([[], []])
})

test('an entry is stored in its month, and none is refused if a month is missing', async () => {
  const entry = { requestId: 'request-2', actor: 'job', action: 'read', kind: 'order' } as const
  for (const count of [0, 1, 7]) {
    await database.queries
      .insert(auditEntries)
      .values({ ...entry, id: crypto.randomUUID(), at: (await inMonths(count)).at, objectId: String(count) })
  }
  const { rows } = await database.queries.execute<{ place: string; month: string }>(
    sql`select tableoid::regclass::text as place, object_id as month from laboratory.audit_entry
      where request_id = 'request-2' order by at`,
  )
  const next = await inMonths(1)
  expect(rows).toEqual([
    { place: `laboratory_audit.before_${next.name}`, month: '0' },
    { place: `laboratory_audit.month_${next.name}`, month: '1' },
    { place: 'laboratory_audit.later', month: '7' },
  ])
})

const UNDONE = new Error('undone')

test('a month that ended six years ago is dropped as a whole, and no other', async () => {
  const next = await inMonths(1)
  // In one transaction the time does not change, and at its end all is undone.
  const work = async (queries: Queries) => {
    const { rows } = await queries.execute<{ now: number }>(
      sql`select (extract(epoch from now()) * 1000)::float8 as now`,
    )
    const sixYearsAgo = (more: number) => monthOf(new Date(rows[0]!.now), -72 + more)
    const [old, kept, after] = [sixYearsAgo(-1), sixYearsAgo(0), sixYearsAgo(1)]
    const first = partition('before', next)
    await queries.execute(sql`alter table laboratory.audit_entry detach partition ${first}`)
    for (const [month, end] of [
      [old, kept],
      [kept, after],
    ] as const) {
      await queries.execute(
        sql`create table ${partition('month', month)} partition of laboratory.audit_entry
          for values from (${bound(month)}) to (${bound(end)})`,
      )
    }
    await queries.execute(
      sql`alter table laboratory.audit_entry attach partition ${first}
        for values from (${bound(after)}) to (${bound(next)})`,
    )
    const entry = { requestId: 'request-3', actor: 'job', action: 'read', kind: 'order' } as const
    await queries
      .insert(auditEntries)
      .values([old, kept].map(({ at, name }) => ({ ...entry, id: crypto.randomUUID(), at, objectId: name })))
    const before = await monthsOf(queries)
    expect(await deleteOldEntries(queries)).toBe(0)
    expect(await monthsOf(queries)).toEqual(before.filter((name) => name !== `month_${old.name}`))
    const left = await queries.select().from(auditEntries).where(eq(auditEntries.requestId, 'request-3'))
    expect(left).toMatchObject([{ objectId: kept.name }])
    throw UNDONE
  }
  await database.transaction(work).catch((error) => {
    if (error !== UNDONE) throw error
  })
})
