import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { preparedOnce } from '@shop/database/prepared-once'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
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

/** The two statements of every change of a cart. */
const statementsOf = preparedOnce((queries) => {
  const { placeholder } = sql
  return {
    read: queries
      .select(columns)
      .from(documents)
      .where(inArray(documents.key, [placeholder('first'), placeholder('second')]))
      .prepare('read_documents'),
    readOf: queries
      .select(columns)
      .from(documents)
      .where(
        and(
          eq(documents.owner, placeholder('owner')),
          inArray(documents.collection, [placeholder('first'), placeholder('second')]),
        ),
      )
      .orderBy(desc(documents.updatedAt), desc(documents.key))
      .prepare('read_documents_of'),
    update: queries
      .update(documents)
      .set({
        body: sql`${placeholder('body')}::jsonb`,
        version: sql`${placeholder('version')}::int + 1`,
        updatedAt: sql`${placeholder('now')}::timestamptz`,
      })
      .where(
        and(
          eq(documents.key, placeholder('key')),
          eq(documents.owner, placeholder('owner')),
          eq(documents.version, placeholder('version')),
        ),
      )
      .returning({ version: documents.version })
      .prepare('update_document'),
  }
})

/**
 * The documents with these keys, in one statement.
 * @throws Problem `not_found` when one belongs to somebody else: its existence is not told
 */
export async function readDocuments(
  queries: Queries,
  { keys: [first, second = first], owner }: { keys: readonly [string, string?]; owner: string },
): Promise<ReadonlyMap<string, StoredDocument>> {
  const rows = await statementsOf(queries).read.execute({ first, second })
  if (rows.some((row) => row.owner !== owner)) throw new Problem('not_found')
  return new Map(rows.map((row) => [row.key, row]))
}

/** All documents of an owner in these collections, the latest changed first, in one statement. */
export function readDocumentsOf(
  queries: Queries,
  { owner, collections: [first, second = first] }: { owner: string; collections: readonly [string, string?] },
): Promise<StoredDocument[]> {
  return statementsOf(queries).readOf.execute({ owner, first, second })
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
  const updated = await statementsOf(queries).update.execute({
    body: JSON.stringify(body),
    version,
    now: now.toISOString(),
    key,
    owner,
  })
  return updated[0]?.version ?? null
}
