import { Problem } from '@shop/contract/problem'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeDocument } from './change-document.server.ts'
import {
  readDocuments,
  readDocumentsOf,
  type StoredDocument,
  writeDocument,
} from './document-store.server.ts'

const collection = '/storage/synlab/carts'
const now = new Date('2026-11-20T10:00:00Z')

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

function newDocument(owner: string): StoredDocument {
  return { key: `${collection}/${crypto.randomUUID()}`, collection, owner, version: 0, body: [] }
}

async function read(document: StoredDocument) {
  const found = await readDocuments(database.queries, { keys: [document.key], owner: document.owner })
  return { document: found.get(document.key) ?? document }
}

/** Adds a number to the list that the document holds, as `turn` in this process. */
function append(document: StoredDocument, number: number, turn: string) {
  return changeDocument({
    queries: database.queries,
    owner: turn,
    now: () => now,
    read: () => read(document),
    change: async ({ document: { body } }) => ({ body: [...(body as number[]), number], result: undefined }),
  })
}

test('a document is written at version 1 and read again by its owner', async () => {
  const document = newDocument('anna')
  expect(await writeDocument(database.queries, { read: document, body: { a: 1 }, now })).toBe(1)
  expect((await read(document)).document).toMatchObject({ version: 1, body: { a: 1 }, owner: 'anna' })
})

test('a document of somebody else is not found', async () => {
  const document = newDocument('anna')
  await writeDocument(database.queries, { read: document, body: {}, now })
  const reading = readDocuments(database.queries, { keys: [document.key], owner: 'viktor' })
  await expect(reading).rejects.toThrow(new Problem('not_found'))
})

test('a write from a version that is no longer there changes nothing', async () => {
  const document = newDocument('anna')
  await writeDocument(database.queries, { read: document, body: 'first', now })
  const { document: first } = await read(document)
  expect(await writeDocument(database.queries, { read: first, body: 'second', now })).toBe(2)
  expect(await writeDocument(database.queries, { read: first, body: 'late', now })).toBeNull()
  expect((await read(document)).document).toMatchObject({ version: 2, body: 'second' })
})

test('of two first writes one is too late', async () => {
  const document = newDocument('anna')
  const write = (body: string) => writeDocument(database.queries, { read: document, body, now })
  const versions = await Promise.all([write('a'), write('b')])
  expect(versions.filter((version) => version === 1)).toHaveLength(1)
  expect(versions).toContain(null)
})

test('an owner finds the documents of a collection, the latest changed first', async () => {
  const owner = crypto.randomUUID()
  const [older, newer] = [newDocument(owner), newDocument(owner)]
  await writeDocument(database.queries, { read: older, body: {}, now })
  await writeDocument(database.queries, { read: newer, body: {}, now: new Date(now.getTime() + 1000) })
  const found = await readDocumentsOf(database.queries, { owner, collections: [collection] })
  expect(found.map(({ key }) => key)).toEqual([newer.key, older.key])
})

test('a hundred changes at once from ten processes lose none', async () => {
  const document = newDocument('anna')
  const numbers = Array.from({ length: 100 }, (_, number) => number)
  await Promise.all(numbers.map((number) => append(document, number, `process ${number % 10}`)))
  const { version, body } = (await read(document)).document
  expect(version).toBe(100)
  expect((body as number[]).toSorted((a, b) => a - b)).toEqual(numbers)
})

test('a change that leaves the document as it is writes nothing', async () => {
  const document = newDocument('anna')
  const changed = await changeDocument({
    queries: database.queries,
    owner: 'anna',
    now: () => now,
    read: () => read(document),
    change: async () => ({ body: undefined, result: 'nothing to do' }),
  })
  expect(changed).toMatchObject({ version: 0, result: 'nothing to do' })
  expect((await read(document)).document.version).toBe(0)
})

test('a change that throws writes nothing and lets the next one go on', async () => {
  const document = newDocument('anna')
  const failing = changeDocument({
    queries: database.queries,
    owner: 'sofia',
    now: () => now,
    read: () => read(document),
    change: async () => {
      throw new Problem('unknown_analysis')
    },
  })
  const following = append(document, 1, 'sofia')
  await expect(failing).rejects.toThrow('unknown_analysis')
  await following
  expect((await read(document)).document.body).toEqual([1])
})
