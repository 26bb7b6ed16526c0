import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestShop } from '../../testing/test-shop.ts'
import { claimSweep, sweepRecords } from './sweep-records.server.ts'
import { records } from './tables.server.ts'

const MINUTE = 60_000
const start = Date.parse('2026-11-20T10:00:00Z')

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const shopAt = (minutes: number) =>
  createTestShop({}, { database, now: () => new Date(start + minutes * MINUTE) }).shop

test('only one of all processes sweeps within an hour, and in the next hour another may', async () => {
  const claims = (minutes: number) =>
    Promise.all(Array.from({ length: 8 }, () => claimSweep(shopAt(minutes))))
  for (const [minutes, sweeping] of [
    [0, 1],
    [30, 0],
    [60, 1],
    [61, 0],
  ] as const) {
    expect((await claims(minutes)).filter(Boolean), `after ${minutes} minutes`).toHaveLength(sweeping)
  }
})

test('all old kept forms are deleted, by bounded statements', async () => {
  const updatedAt = new Date(start - 2 * 60 * MINUTE)
  const collection = '/storage/synlab/form-drafts'
  const form = { collection, version: 1, body: {}, createdAt: updatedAt, updatedAt }
  const forms = Array.from({ length: 1_001 }, (_, at) => ({
    ...form,
    key: `${collection}/${at}`,
    owner: `${at}`,
  }))
  await database.queries.insert(records).values(forms)
  const statements = await database.statementsOf(() => sweepRecords(shopAt(0)))
  expect(statements.filter((text) => /^delete.*limit/s.test(text))).toHaveLength(3)
  const left = await database.queries.select({ key: records.key }).from(records)
  // The row that notes the last sweep is neither a form nor a cart.
  expect(left.filter(({ key }) => key !== '/sweep')).toEqual([])
})
