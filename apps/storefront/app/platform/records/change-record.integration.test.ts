import { Problem } from '@shop/contract/problem'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeRecord } from './change-record.server.ts'
import { readRecords, readRecordsOf, type StoredRecord, writeRecord } from './record-store.server.ts'

const collection = '/storage/synlab/carts'
const now = new Date('2026-11-20T10:00:00Z')
/** The first version of a record: the seconds from the start of 2026 until now. */
const FIRST = (now.getTime() - Date.parse('2026-01-01T00:00:00Z')) / 1000

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

function newRecord(owner: string): StoredRecord {
  const key = `${collection}/${crypto.randomUUID()}`
  return { key, collection, owner, version: 0, updatedAt: null, body: [] }
}

async function read(record: StoredRecord) {
  const found = await readRecords(database.queries, { keys: [record.key], owner: record.owner })
  return { record: found.get(record.key) ?? record }
}

/** Appends a number to the list in the record; `turn` stands for one process. */
function append(record: StoredRecord, number: number, turn: string) {
  return changeRecord({
    queries: database.queries,
    owner: turn,
    now: () => now,
    read: () => read(record),
    change: async ({ record: { body } }) => ({ body: [...(body as number[]), number], result: undefined }),
  })
}

test('a record is written with its first version and read again by its owner', async () => {
  const record = newRecord('anna')
  expect(await writeRecord(database.queries, { read: record, body: { a: 1 }, now })).toBe(FIRST)
  expect((await read(record)).record).toMatchObject({
    version: FIRST,
    updatedAt: now,
    body: { a: 1 },
    owner: 'anna',
  })
})

test('another owner’s record is not found', async () => {
  const record = newRecord('anna')
  await writeRecord(database.queries, { read: record, body: {}, now })
  const reading = readRecords(database.queries, { keys: [record.key], owner: 'viktor' })
  await expect(reading).rejects.toThrow(new Problem('not_found'))
})

test('a write based on a version that is no longer current changes nothing', async () => {
  const record = newRecord('anna')
  await writeRecord(database.queries, { read: record, body: 'first', now })
  const { record: first } = await read(record)
  expect(await writeRecord(database.queries, { read: first, body: 'second', now })).toBe(FIRST + 1)
  expect(await writeRecord(database.queries, { read: first, body: 'late', now })).toBeNull()
  expect((await read(record)).record).toMatchObject({ version: FIRST + 1, body: 'second' })
})

test('of two concurrent first writes one is refused', async () => {
  const record = newRecord('anna')
  const write = (body: string) => writeRecord(database.queries, { read: record, body, now })
  const versions = await Promise.all([write('a'), write('b')])
  expect(versions.filter((version) => version === FIRST)).toHaveLength(1)
  expect(versions).toContain(null)
})

test('an owner finds the records of a collection, the last changed first', async () => {
  const owner = crypto.randomUUID()
  const [older, newer] = [newRecord(owner), newRecord(owner)]
  await writeRecord(database.queries, { read: older, body: {}, now })
  await writeRecord(database.queries, { read: newer, body: {}, now: new Date(now.getTime() + 1000) })
  const found = await readRecordsOf(database.queries, { owner, collections: [collection] })
  expect(found.map(({ key }) => key)).toEqual([newer.key, older.key])
})

test('a hundred concurrent changes from ten processes lose none', async () => {
  const record = newRecord('anna')
  const numbers = Array.from({ length: 100 }, (_, number) => number)
  await Promise.all(numbers.map((number) => append(record, number, `process ${number % 10}`)))
  const { version, body } = (await read(record)).record
  expect(version).toBe(FIRST + 99)
  expect((body as number[]).toSorted((a, b) => a - b)).toEqual(numbers)
})

test('a change that leaves the record as it is writes nothing', async () => {
  const record = newRecord('anna')
  const changed = await changeRecord({
    queries: database.queries,
    owner: 'anna',
    now: () => now,
    read: () => read(record),
    change: async () => ({ body: undefined, result: 'nothing to do' }),
  })
  expect(changed).toMatchObject({ version: 0, result: 'nothing to do' })
  expect((await read(record)).record.version).toBe(0)
})

test('a change that throws writes nothing and lets the next one proceed', async () => {
  const record = newRecord('anna')
  const failing = changeRecord({
    queries: database.queries,
    owner: 'sofia',
    now: () => now,
    read: () => read(record),
    change: async () => {
      throw new Problem('unknown_analysis')
    },
  })
  const following = append(record, 1, 'sofia')
  await expect(failing).rejects.toThrow('unknown_analysis')
  await following
  expect((await read(record)).record.body).toEqual([1])
})
