import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFiles } from '@shop/server/project-files'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deleteOldEntries } from './audit/audit-months.ts'
import { laboratoryOfFile } from './fhir/testing/laboratory-of-file.ts'
import { eraseAbandonedAccounts } from './orders/erase-abandoned-accounts.ts'
import { deleteEndedSharesAndPapers } from './results/delete-ended.ts'
import { reportedResult } from './results/testing/reported-result.ts'
import {
  ABANDONED_ACCOUNT_DAYS,
  ENDED_PAPER_DAYS,
  ENDED_SHARE_DAYS,
  PLANNED_REPEAT_DAYS,
  RIGHTS_REQUEST_DAYS,
  UNANSWERED_QUERY_DAYS,
  UNANSWERED_SIGN_DAYS,
  VISIT_ANSWER_DAYS,
} from './retention.ts'

const house = laboratoryOfFile()
const PAGE = readFileSync(join(projectFiles, 'docs/security/retention.md'), 'utf8')

/** The table of the page: each database table, how long its rows are kept, and what removes them. */
const RULES = [...PAGE.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, table, kept, removedBy]) => ({ table: table!, kept: kept!, removedBy: removedBy! }),
)
const ruleOf = (table: string) => RULES.find((rule) => rule.table === table)!

const query = async <Row extends Record<string, unknown>>(statement: string) =>
  (await house.database.queries.execute<Row>(sql.raw(statement))).rows

test('each database table has one line that says how long its rows are kept', {
  tags: ['ASVS-14.2.4'],
}, async () => {
  const tables = await query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema in ('laboratory', 'shop') order by 1`,
  )
  expect(RULES.map(({ table }) => table).toSorted()).toEqual(tables.map(({ name }) => name))
})

test('every job that the page names as removing rows is scheduled', async () => {
  const scheduled = (await query<{ name: string }>('select name from jobs.schedule')).map(({ name }) => name)
  const named = RULES.flatMap(({ removedBy }) =>
    [...removedBy.matchAll(/`([a-z-]+)`/g)].map(([, job]) => job!),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(scheduled).toEqual(expect.arrayContaining([...new Set(named)]))
})

test('the times on the page are those of the code', () => {
  expect(ruleOf('laboratory.user_account').kept).toContain(`${ABANDONED_ACCOUNT_DAYS} days`)
  for (const table of ['laboratory.result_share', 'laboratory.result_share_view']) {
    expect(ruleOf(table).kept).toContain(`${ENDED_SHARE_DAYS} days after`)
  }
  expect(ruleOf('laboratory.planned_repeat').kept).toContain(`${PLANNED_REPEAT_DAYS} days after`)
  expect(ruleOf('laboratory.report_document').kept).toContain(`${ENDED_PAPER_DAYS} days after`)
  expect(ruleOf('laboratory.rights_request').kept).toContain(`${RIGHTS_REQUEST_DAYS} days after`)
  expect(ruleOf('laboratory.audit_entry').kept).toContain('6 years')
  expect(ruleOf('laboratory.visit_answer').kept).toContain(`${VISIT_ANSWER_DAYS} days`)
  expect(ruleOf('laboratory.unanswered_query').kept).toBe(`${UNANSWERED_QUERY_DAYS} days`)
  expect(ruleOf('laboratory.unanswered_query_sign').kept).toContain(`${UNANSWERED_SIGN_DAYS} days`)
})

test('links that ended a year ago are deleted with their openings, and printed codes a month after their end, except those of a restricted account', async () => {
  const { api, clock } = house.shop
  const customer = await house.shop.customer()
  const { id } = await reportedResult(house, customer)
  const client = api.client(
    (await api.client().login({ username: customer.user.email, password: customer.password })).access_token,
  )
  const share = await client.createShare(id, customer.patientId, { days: 7 })
  const open = await client.createShare(id, customer.patientId, { days: 30 })
  await api.client().openShare(share.token, { pin: share.pin })
  await query(`insert into laboratory.report_document (id, code, test_result_id, owner_id, patient_id, content_hash, issued_at, expires_at)
    values (gen_random_uuid(), 'OLD', '${id}', '${customer.user.id}', '${customer.patientId}', 'old', now(), '${new Date(clock.now.getTime() + 7 * 86_400_000).toISOString()}')`)
  const left = async () => [
    (await query('select id from laboratory.result_share order by expires_at')).map((row) => row.id),
    (await query('select 1 from laboratory.result_share_view')).length,
    (await query("select 1 from laboratory.report_document where code = 'OLD'")).length,
  ]
  const sweepAfter = async (days: number) => {
    const at = new Date(clock.now.getTime() + days * 86_400_000)
    await deleteEndedSharesAndPapers(house.database.queries, at)
    return left()
  }
  const restrict = (since: string) =>
    query(`update laboratory.user_account set restricted_at = ${since} where id = '${customer.user.id}'`)
  expect(await sweepAfter(7 + ENDED_PAPER_DAYS - 1)).toEqual([[share.id, open.id], 1, 1])
  await restrict('now()')
  expect(await sweepAfter(7 + ENDED_SHARE_DAYS + 1)).toEqual([[share.id, open.id], 1, 1])
  await restrict('null')
  expect(await sweepAfter(7 + ENDED_PAPER_DAYS + 1)).toEqual([[share.id, open.id], 1, 0])
  expect(await sweepAfter(7 + ENDED_SHARE_DAYS + 1)).toEqual([[open.id], 0, 0])
})

test('an account without confirmation, use and orders is erased after ninety days, and no other', {
  tags: ['slow'],
}, async () => {
  const { api, clock } = house.shop
  const erase = () => eraseAbandonedAccounts(api.context)
  const stranger = await api.registerUser()
  const confirmed = await api.registerConfirmedUser()
  const loggedIn = await api.registerUser()
  const customer = await house.shop.customer()
  const { order } = await reportedResult(house, customer)
  await query(`update laboratory.user_account set email_confirmed_at = null where id = '${customer.user.id}'`)
  await query(`delete from laboratory.access_token where user_id <> '${loggedIn.user.id}'`)
  const left = async () =>
    (await query<{ id: string }>('select id from laboratory.user_account order by id')).map(({ id }) => id)
  const before = await left()
  const day = 24 * 60
  clock.pass((ABANDONED_ACCOUNT_DAYS - 1) * day)
  expect(await erase()).toBe(0)
  clock.pass(2 * day)
  expect(await erase()).toBe(1)
  expect(await left()).toEqual(before.filter((id) => id !== stranger.user.id))
  expect(before).toEqual(expect.arrayContaining([confirmed.user.id, loggedIn.user.id, customer.user.id]))
  expect(
    await query(`select actor from laboratory.audit_entry where object_id = '${stranger.user.id}'
    and action = 'delete' and kind = 'account'`),
  ).toEqual([{ actor: 'job' }])
  expect(await query(`select 1 from laboratory.customer_order where id = '${order.id}'`)).toHaveLength(1)
})

test('audit entries are kept for six years and cannot be deleted before', async () => {
  const insert = (age: string) =>
    query(`insert into laboratory.audit_entry (id, at, request_id, actor, action, kind)
      values (gen_random_uuid(), now() - interval '${age}', 'aged', 'job', 'read', 'order')`)
  await insert('6 years 1 day')
  await insert('5 years 364 days')
  await expect(query("delete from laboratory.audit_entry where request_id = 'aged'")).rejects.toMatchObject({
    cause: expect.objectContaining({ message: 'audit_entry is append-only' }),
  })
  expect(await deleteOldEntries(house.database.queries)).toBe(1)
  expect(await query("select 1 from laboratory.audit_entry where request_id = 'aged'")).toHaveLength(1)
})
