import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { documents } from './tables.server.ts'

export interface StoredDocument {
  key: string
  collection: string
  owner: string
  /** 0: not stored yet. */
  version: number
  body: unknown
}

const columns = {
  key: documents.key,
  collection: documents.collection,
  owner: documents.owner,
  version: documents.version,
  body: documents.body,
}

/**
 * The documents with these keys, in one statement.
 * @throws Problem `not_found` when one belongs to somebody else: its existence is not told
 */
export async function readDocuments(
  queries: Queries,
  { keys, owner }: { keys: readonly string[]; owner: string },
): Promise<ReadonlyMap<string, StoredDocument>> {
  const rows = await queries
    .select(columns)
    .from(documents)
    .where(inArray(documents.key, [...keys]))
  if (rows.some((row) => row.owner !== owner)) throw new Problem('not_found')
  return new Map(rows.map((row) => [row.key, row]))
}

/** All documents of an owner in these collections, the latest changed first, in one statement. */
export function readDocumentsOf(
  queries: Queries,
  { owner, collections }: { owner: string; collections: readonly string[] },
): Promise<StoredDocument[]> {
  return queries
    .select(columns)
    .from(documents)
    .where(and(eq(documents.owner, owner), inArray(documents.collection, [...collections])))
    .orderBy(desc(documents.updatedAt), desc(documents.key))
}

/**
 * Writes the new body only if the stored version is still the one that was read, in one statement.
 * Answers the new version, or null when somebody else was faster.
 */
export async function writeDocument(
  queries: Queries,
  { read, body, now }: { read: StoredDocument; body: unknown; now: Date },
): Promise<number | null> {
  const { key, collection, owner, version } = read
  if (version === 0) {
    const inserted = await queries
      .insert(documents)
      .values({ key, collection, owner, version: 1, body, createdAt: now, updatedAt: now })
      .onConflictDoNothing()
      .returning({ version: documents.version })
    return inserted[0]?.version ?? null
  }
  const updated = await queries
    .update(documents)
    .set({ body, version: version + 1, updatedAt: now })
    .where(and(eq(documents.key, key), eq(documents.owner, owner), eq(documents.version, version)))
    .returning({ version: documents.version })
  return updated[0]?.version ?? null
}
