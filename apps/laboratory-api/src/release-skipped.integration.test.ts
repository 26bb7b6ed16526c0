import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '@shop/database/migrate'
import { type Database, openDatabase } from '@shop/database/open-database'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import { openPartnerBeside, openTestDatabase } from '@shop/database/testing/test-database'
import { migrationsOf } from '@shop/server/project-files'
import { sql } from 'drizzle-orm'
import { expect, inject, onTestFinished, test } from 'vitest'
import { LABORATORY_SCHEMAS } from './schema.ts'
import { ASTRAY_IN_DIRECTORY, STRAY_PARTS } from './testing/owner-laws.ts'

const NOW = migrationsOf('laboratory-api')

/** The migrations of the release before the one that introduced owners. */
function migrationsBeforeOwners() {
  const folder = temporaryFolder('migrations')
  cpSync(NOW.folder, folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8'))
  const first = journal.entries.findIndex(({ tag }: { tag: string }) => tag === '0058_owners')
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, first) }))
  return { ...NOW, folder }
}

/** Closed when the test ends: if its rows are refused then, an error of the test itself is reported first. */
async function openOlder(): Promise<Database> {
  const prepare = (database: Database) => migrate(database, migrationsBeforeOwners())
  if (inject('engine') === 'postgres') {
    const beside = await openTestDatabase('tables')
    onTestFinished(() => beside.close())
    const schemas = { prefix: 'older', names: LABORATORY_SCHEMAS }
    const older = await openPartnerBeside(beside, schemas, prepare)
    onTestFinished(() => older.close())
    return older
  }
  const older = await openDatabase({})
  onTestFinished(() => older.close())
  await prepare(older)
  return older
}

test('skipping a release still gives every earlier row its owner', async () => {
  const older = await openOlder()
  const [account, ofAccount, ofNobody] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const add = (statement: string) => older.queries.execute(sql.raw(`insert into laboratory.${statement}`))
  await add(`user_account (id, email, password_hash, first_name, last_name, locale, created_at, updated_at)
    values ('${account}', 'anna@mail.example', '', 'Anna', 'Nowak', 'en', now(), now())`)
  for (const [id, user] of [
    [ofAccount, `'${account}'`],
    [ofNobody, 'null'],
  ] as const) {
    await add(`customer_order (id, user_id, idempotency_key, request_hash, state, locale, currency, total, laboratory_id, laboratory,
        visit_kind, visit_start, visit_end, feedback, expires_at, created_at, updated_at)
      values ('${id}', ${user}, '${id}', '', 'expired', 'en', 'BYN', 1, 1, '{}', 'branch', now(), now(), '{}', now(), now(), now())`)
    await add(`order_history (id, order_id, state, at, cause, actor)
      values (gen_random_uuid(), '${id}', 'expired', now(), 'timeLimit', 'job')`)
  }
  await migrate(older, NOW)
  for (const [table, order] of [
    ['customer_order', 'id'],
    ['order_history', 'order_id'],
  ] as const) {
    const { rows } = await older.queries.execute<{ order: string; owner: string }>(
      sql.raw(`select ${order} as order, owner_id as owner from laboratory.${table}`),
    )
    expect(new Map(rows.map(({ order, owner }) => [order, owner])), table).toEqual(
      new Map([
        [ofAccount, account],
        [ofNobody, ofNobody],
      ]),
    )
  }
  expect((await older.queries.execute(STRAY_PARTS)).rows).toEqual([])
  expect((await older.queries.execute(ASTRAY_IN_DIRECTORY)).rows).toEqual([])
  // These orders are not complete, so they are removed before the books are checked.
  await older.queries.execute(sql`delete from laboratory.customer_order`)
})
