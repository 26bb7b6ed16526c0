import { hash } from 'node:crypto'
import type { Queries } from '@shop/database/open-database'
import { getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { KindChanges } from './import-report.ts'

/** A table of catalogue entries: see `kept` in tables.ts. */
export type KeptTable = PgTable & { id: PgColumn; contentHash: PgColumn; withdrawnAt: PgColumn }

export interface WantedEntry {
  key: string | number
  /** The row with its key column, without fingerprint and times. */
  row: Record<string, unknown>
  /** What belongs to the entry but is stored in another table. */
  beside?: unknown
}

/** Increased when the importer fills new columns, so that the next import writes every entry again. */
const IMPORTER = 1
// PostgreSQL accepts 65,535 parameters in a statement; the widest table has 25 columns.
const ROWS_PER_STATEMENT = 1_000
const KEYS_PER_STATEMENT = 10_000
/** Set by the first import of an entry; never overwritten. */
const WRITTEN_ONCE = new Set(['id', 'createdAt'])

export function fingerprint(content: unknown): string {
  return hash('sha256', JSON.stringify([IMPORTER, content]), 'base64url')
}

/**
 * Makes a table match the wanted entries: writes new, changed and returning ones, marks missing ones as
 * withdrawn.
 */
export async function keepEntries(input: {
  queries: Queries
  table: KeptTable
  keyColumn: PgColumn
  wanted: readonly WantedEntry[]
  at: Date
}): Promise<KindChanges & { contentHashes: string[] }> {
  const { queries, table, keyColumn, wanted, at } = input
  const kept = await queries
    .select({ id: table.id, key: keyColumn, contentHash: table.contentHash, withdrawnAt: table.withdrawnAt })
    .from(table as PgTable)
  const byKey = new Map(kept.map((entry) => [entry.key as string | number, entry]))
  const changes: KindChanges = { added: [], changed: [], withdrawn: [] }
  const rows: Record<string, unknown>[] = []
  const times = 'createdAt' in table ? { createdAt: at, updatedAt: at } : {}
  const contentHashes = wanted.map(({ key, row, beside }) => {
    const contentHash = fingerprint([row, beside])
    const known = byKey.get(key)
    byKey.delete(key)
    if (known?.contentHash === contentHash && known.withdrawnAt === null) return contentHash
    const isAdded = !known || known.withdrawnAt !== null
    changes[isAdded ? 'added' : 'changed'].push(String(key))
    // A known id is passed, so that no number of the sequence is used up.
    rows.push({ ...row, ...(known ? { id: known.id } : {}), ...times, contentHash, withdrawnAt: null })
    return contentHash
  })
  await writeRows(queries, table, keyColumn, rows)
  const gone = [...byKey].filter(([, { withdrawnAt }]) => withdrawnAt === null).map(([key]) => key)
  changes.withdrawn = gone.map(String)
  for (const keys of chunks(gone, KEYS_PER_STATEMENT)) {
    await queries
      .update(table)
      .set({ withdrawnAt: at } as never)
      .where(inArray(keyColumn, keys))
  }
  return { ...changes, contentHashes }
}

async function writeRows(
  queries: Queries,
  table: PgTable,
  keyColumn: PgColumn,
  rows: Record<string, unknown>[],
): Promise<void> {
  const set = overwriting(table)
  for (const batch of chunks(rows, ROWS_PER_STATEMENT)) {
    await queries
      .insert(table)
      .values(batch as never)
      .onConflictDoUpdate({ target: keyColumn, set: set as never })
  }
}

function overwriting(table: PgTable): Record<string, SQL> {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => !WRITTEN_ONCE.has(name))
  return Object.fromEntries(
    columns.map(([name, column]) => [name, sql`excluded.${sql.identifier(column.name)}`]),
  )
}

export function* chunks<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}
