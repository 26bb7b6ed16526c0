import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { preparedOnce } from '@shop/database/prepared-once'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { records } from './tables.server.ts'

export interface StoredRecord {
  key: string
  collection: string
  owner: string
  /** 0: not stored yet. */
  version: number
  /** When this version was written; null: not stored yet. */
  updatedAt: Date | null
  body: unknown
}

const columns = {
  key: records.key,
  collection: records.collection,
  owner: records.owner,
  version: records.version,
  updatedAt: records.updatedAt,
  body: records.body,
}

/** The statements on records, prepared once; a change of a cart takes two of them. */
const statementsOf = preparedOnce((queries) => {
  const { placeholder } = sql
  return {
    read: queries
      .select(columns)
      .from(records)
      .where(inArray(records.key, [placeholder('first'), placeholder('second')]))
      .prepare('read_records'),
    readOf: queries
      .select(columns)
      .from(records)
      .where(
        and(
          eq(records.owner, placeholder('owner')),
          inArray(records.collection, [placeholder('first'), placeholder('second')]),
        ),
      )
      .orderBy(desc(records.updatedAt), desc(records.key))
      .prepare('read_records_of'),
    update: queries
      .update(records)
      .set({
        body: sql`${placeholder('body')}::jsonb`,
        version: sql`${placeholder('version')}::int + 1`,
        updatedAt: sql`${placeholder('now')}::timestamptz`,
      })
      .where(
        and(
          eq(records.key, placeholder('key')),
          eq(records.owner, placeholder('owner')),
          eq(records.version, placeholder('version')),
        ),
      )
      .returning({ version: records.version })
      .prepare('update_record'),
  }
})

/**
 * The records with these keys, in one statement.
 * @throws Problem `not_found` when one has another owner: its existence is not revealed
 */
export async function readRecords(
  queries: Queries,
  { keys: [first, second = first], owner }: { keys: readonly [string, string?]; owner: string },
): Promise<ReadonlyMap<string, StoredRecord>> {
  const rows = await statementsOf(queries).read.execute({ first, second })
  if (rows.some((row) => row.owner !== owner)) throw new Problem('not_found')
  return new Map(rows.map((row) => [row.key, row]))
}

/** All records of an owner in these collections, the last changed first, in one statement. */
export function readRecordsOf(
  queries: Queries,
  { owner, collections: [first, second = first] }: { owner: string; collections: readonly [string, string?] },
): Promise<StoredRecord[]> {
  return statementsOf(queries).readOf.execute({ owner, first, second })
}

/** How many records of a collection an owner may have. A further one replaces the one left unchanged longest. */
export const RECORDS_OF_AN_OWNER = 20

async function makeRoom(queries: Queries, { owner, collection }: StoredRecord): Promise<void> {
  const tooMany = queries
    .select({ key: records.key })
    .from(records)
    .where(and(eq(records.owner, owner), eq(records.collection, collection)))
    .orderBy(desc(records.updatedAt), desc(records.key))
    .offset(RECORDS_OF_AN_OWNER - 1)
  await queries.delete(records).where(inArray(records.key, tooMany))
}

const SECONDS_FROM = Date.UTC(2026, 0, 1)

/**
 * A record's first version: the seconds since a fixed day. A record that is deleted and created again under its key
 * never gets a version that it had before, as long as it changes less than once a second. The main API keeps an
 * order's key for ever and relies on that. The column's numbers last until 2094.
 */
function firstVersion(now: Date): number {
  return Math.max(1, Math.floor((now.getTime() - SECONDS_FROM) / 1000))
}

/**
 * Writes the new body only if the stored version is still the one that was read, in one statement. Returns the new
 * version, or null when another write came first.
 */
export async function writeRecord(
  queries: Queries,
  { read, body, now }: { read: StoredRecord; body: unknown; now: Date },
): Promise<number | null> {
  const { key, collection, owner, version } = read
  if (version === 0) {
    await makeRoom(queries, read)
    const inserted = await queries
      .insert(records)
      .values({
        key,
        collection,
        owner,
        version: firstVersion(now),
        body,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning({ version: records.version })
    return inserted[0]?.version ?? null
  }
  const updated = await statementsOf(queries).update.execute({
    body: JSON.stringify(body),
    version,
    now: now.toISOString(),
    key,
    owner,
  })
  return updated[0]?.version ?? null
}
