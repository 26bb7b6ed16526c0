import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { prepareShared } from '@shop/server/open-served-database'
import { readServerSettings } from '@shop/server/settings'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LABORATORY_TABLES } from '../open.ts'
import { fillOwners, tablesWithoutOwners } from './fill-owners.ts'
import { openShop, type Shop } from './orders/testing/order-fixture.ts'
import { createOwner, type Owner } from './testing/owner-fixture.ts'
import { STRAY_PARTS } from './testing/owner-laws.ts'
import { ownerColumn, type PeopleTable, WHOSE } from './testing/people-tables.ts'

const FILLED = (Object.keys(WHOSE) as PeopleTable[])
  .filter((table) => ownerColumn(table) === 'owner_id')
  .sort()

let database: TestDatabase
let shop: Shop
let owner: Owner
beforeAll(async () => {
  database = await openTestDatabase()
  shop = await openShop(database)
  owner = await createOwner(shop, '2040-03-06')
  await oneOfEach()
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

const query = async (text: string) =>
  (await database.queries.execute<Record<string, string>>(sql.raw(text))).rows

/** What an order with a result does not leave behind by itself. */
async function oneOfEach(): Promise<void> {
  const { paidOrderId, patientId, testResultId, analysisResultId, user, client } = owner
  await client.createShare(testResultId, patientId, { days: 7 })
  await client.patientReport(testResultId, patientId)
  const ofOrder = `'${paidOrderId}', '${user.id}'`
  const [staff, id] = [crypto.randomUUID(), 'gen_random_uuid()']
  for (const statement of [
    `staff_account (id, name, email, locale, version, created_at)
      values ('${staff}', 'Anna', 'anna@staff.example', 'en', 0, now())`,
    `tests_consent (id, order_id, owner_id, asked_at) values (${id}, ${ofOrder}, now())`,
    `visit_answer (order_id, owner_id, patient_id, question, sealed_answer, answered_at)
      values (${ofOrder}, '${patientId}', 'medication', '', now())`,
    `visit_progress (order_id, owner_id, state, version) values (${ofOrder}, 'arrived', 1)`,
    `desk_event (id, order_id, owner_id, staff_id, kind, at) values (${id}, ${ofOrder}, '${staff}', 'arrived', now())`,
    `taken_specimen (label, order_id, owner_id, patient_id, container_id, taken_at)
      values ('T-1', ${ofOrder}, '${patientId}', 1, now())`,
    `order_presence (order_id, owner_id, staff_id, seen_at) values (${ofOrder}, '${staff}', now())`,
    `critical_call (id, analysis_result_id, owner_id, staff_id, at, outcome, sealed_words)
      values (${id}, '${analysisResultId}', '${user.id}', '${staff}', now(), 'reached', '')`,
    `result_share_view (id, share_id, owner_id, at, pin_was_right)
      select ${id}, id, user_id, now(), true from laboratory.result_share`,
    `payment_refund (id, transaction_id, owner_id, amount, state, version, ends_order, origin, requested_at)
      select ${id}, id, owner_id, 1, 'declined', 1, false, 'rule', now() from laboratory.payment_transaction`,
    `webauthn_challenge (id, owner_id, challenge, expires_at) select n, n, '', now() from ${id} n`,
    `webauthn_challenge (id, user_id, owner_id, challenge, expires_at) select ${id}, u, u, '', now() from (values ('${user.id}'::uuid)) v (u)`,
    `support_message (id, owner_id, reference, name, email, message, locale, created_at)
      select n, n, 'S-1', 'Anna', 'anna@mail.example', '', 'en', now() from ${id} n`,
    `support_entry (id, message_id, owner_id, text, at) select ${id}, id, owner_id, '', now() from laboratory.support_message`,
    `support_link (id, message_id, owner_id, token_hash, expires_at)
      select ${id}, id, owner_id, 'none', now() from laboratory.support_message`,
    `rights_request (id, owner_id, reference, "right", state, source, name, email, locale, asked_at, due_on)
      select n, n, 'D-1', 'access', 'open', 'letter', 'Anna', 'anna@mail.example', 'en', now(), now() from ${id} n`,
    `rights_step (id, request_id, owner_id, kind, at) select ${id}, id, owner_id, 'asked', now() from laboratory.rights_request`,
    // Of an attempt that is not ours.
    `payment_event (id, owner_id, provider, source, verdict, body, received_at)
      select n, n, 'bepaid', 'notification', 'unknownAttempt', '{}', now() from ${id} n`,
  ]) {
    await query(`insert into laboratory.${statement}`)
  }
}

const ownersOf = async (table: string) =>
  (
    await query(`select owner_id as owner from laboratory."${table}" order by to_jsonb("${table}")::text`)
  ).map((row) => row.owner)

test.each(FILLED)(
  'the release before writes %s without an owner, and the row has its owner',
  async (table) => {
    const before = await ownersOf(table)
    expect(before.length).toBeGreaterThan(0)
    const columns = (
      await query(`select column_name as name from information_schema.columns
      where table_schema = 'laboratory' and table_name = '${table}' and is_generated = 'NEVER' and column_name <> 'owner_id'`)
    ).map(({ name }) => `"${name}"`)
    // The same rows anew: what hangs on them stays meanwhile.
    await database.transaction(async (queries) => {
      const run = (text: string) => queries.execute(sql.raw(text))
      await run(`create temporary table kept on commit drop as select ${columns} from laboratory."${table}"`)
      await run(`set local session_replication_role = replica`)
      await run(`delete from laboratory."${table}"`)
      await run(`set local session_replication_role = origin`)
      await run(
        `insert into laboratory."${table}" (${columns}) overriding system value select ${columns} from kept`,
      )
    })
    expect(await ownersOf(table)).toEqual(before)
  },
)

/** As they stood before the migration, with its triggers. */
async function emptyOwners(): Promise<void> {
  await database.transaction(async (queries) => {
    await queries.execute(sql`set local session_replication_role = replica`)
    for (const table of FILLED) {
      const check = `constraint "${table}_owner"`
      for (const statement of [
        `alter table laboratory."${table}" drop ${check}`,
        `update laboratory."${table}" set owner_id = null`,
        `alter table laboratory."${table}" add ${check} check (owner_id is not null) not valid`,
      ]) {
        await queries.execute(sql.raw(statement))
      }
    }
  })
}

test('rows from before are filled beside the release before, which changes, adds and erases meanwhile', async () => {
  expect(await tablesWithoutOwners(database)).toEqual([])
  const owners = new Map<string, unknown[]>()
  for (const table of FILLED) owners.set(table, await ownersOf(table))
  await emptyOwners()
  expect(await tablesWithoutOwners(database)).toEqual(FILLED)
  if (database.url) {
    const environment = { DATABASE_URL: database.url, MIGRATE_AT_START: 'false' }
    const starting = prepareShared(readServerSettings(environment, 3000), LABORATORY_TABLES)
    await expect(starting).rejects.toThrow('the database lacks rows of analysis_result, ')
  }
  await query(`update laboratory.order_line set quantity = quantity`)
  await query(`insert into laboratory.order_history (id, order_id, state, at, cause, actor)
    select gen_random_uuid(), id, state, '2041-01-01', 'refund', 'operator' from laboratory.customer_order`)
  await query(`delete from laboratory.order_history where cause = 'refund'`)
  // The release before lets go of the account, before the order's turn has come.
  await query(`update laboratory.customer_order set user_id = null where id = '${owner.paidOrderId}'`)
  await fillOwners(database)
  expect(await tablesWithoutOwners(database)).toEqual([])
  for (const table of FILLED) expect(await ownersOf(table), table).toEqual(owners.get(table))
  expect((await database.queries.execute(STRAY_PARTS)).rows).toEqual([])
  await query(`update laboratory.customer_order set user_id = owner_id`)
  await expect(
    query(`update laboratory.order_line set owner_id = null where owner_id = '${owner.user.id}'`),
  ).resolves.toEqual([])
  expect(new Set(await ownersOf('order_line'))).toEqual(new Set([owner.user.id]))
})
