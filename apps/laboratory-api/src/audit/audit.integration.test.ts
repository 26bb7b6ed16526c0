import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
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

const monthsOf = async () => {
  const { rows } = await database.queries.execute<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'laboratory_audit'::regnamespace and relkind = 'r' order by 1`,
  )
  return rows.map(({ name }) => name)
}
const inMonths = (count: number) => {
  const now = new Date()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + count, 1))
  return {
    at: new Date(month.getTime() + 86_400_000),
    name: month.toISOString().slice(0, 7).replace('-', '_'),
  }
}

test('the coming months of the audit are made in advance, once', async () => {
  expect(await monthsOf()).toEqual([
    `before_${inMonths(1).name}`,
    'later',
    ...[1, 2, 3].map((count) => `month_${inMonths(count).name}`),
  ])
  expect(await Promise.all([makeAuditMonths(database.queries), makeAuditMonths(database.queries)])).toEqual([
    [],
    [],
  ])
})

test('an entry is stored in its month, and none is refused if a month is missing', async () => {
  const entry = { requestId: 'request-2', actor: 'job', action: 'read', kind: 'order' } as const
  for (const count of [0, 1, 7]) {
    await database.queries
      .insert(auditEntries)
      .values({ ...entry, id: crypto.randomUUID(), at: inMonths(count).at, objectId: String(count) })
  }
  const { rows } = await database.queries.execute<{ place: string; month: string }>(
    sql`select tableoid::regclass::text as place, object_id as month from laboratory.audit_entry
      where request_id = 'request-2' order by at`,
  )
  expect(rows).toEqual([
    { place: `laboratory_audit.before_${inMonths(1).name}`, month: '0' },
    { place: `laboratory_audit.month_${inMonths(1).name}`, month: '1' },
    { place: 'laboratory_audit.later', month: '7' },
  ])
})

test('a month that ended six years ago is dropped as a whole, and no other', async () => {
  const { queries } = database
  const next = inMonths(1).name
  const first = sql.raw(`laboratory_audit.before_${next}`)
  const monthBefore = (years: number, more: number) => inMonths(-12 * years + more).name
  const bound = (month: string) => `'${month.replace('_', '-')}-01Z'`
  const detachFirst = sql`alter table laboratory.audit_entry detach partition ${first}`
  await queries.execute(detachFirst)
  onTestFinished(async () => {
    await queries.execute(detachFirst)
    for (const more of [-1, 0]) {
      await queries.execute(sql.raw(`drop table if exists laboratory_audit.month_${monthBefore(6, more)}`))
    }
    await queries.execute(
      sql.raw(`alter table laboratory.audit_entry attach partition laboratory_audit.before_${next}
        for values from (minvalue) to (${bound(next)})`),
    )
  })
  for (const more of [-1, 0]) {
    const month = monthBefore(6, more)
    await queries.execute(
      sql.raw(`create table laboratory_audit.month_${month} partition of laboratory.audit_entry
        for values from (${bound(month)}) to (${bound(monthBefore(6, more + 1))})`),
    )
  }
  await queries.execute(
    sql.raw(`alter table laboratory.audit_entry attach partition laboratory_audit.before_${next}
      for values from (${bound(monthBefore(6, 1))}) to (${bound(next)})`),
  )
  const entry = { requestId: 'request-3', actor: 'job', action: 'read', kind: 'order' } as const
  await queries.insert(auditEntries).values(
    [-1, 0].map((more) => ({
      ...entry,
      id: crypto.randomUUID(),
      at: inMonths(-72 + more).at,
      objectId: String(more),
    })),
  )
  const before = await monthsOf()
  expect(await deleteOldEntries(queries)).toBe(0)
  expect(await monthsOf()).toEqual(before.filter((name) => name !== `month_${monthBefore(6, -1)}`))
  const left = await queries.select().from(auditEntries).where(eq(auditEntries.requestId, 'request-3'))
  expect(left).toMatchObject([{ objectId: '0' }])
})
