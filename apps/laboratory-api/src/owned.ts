import { and, eq, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * A row and its owner, also after the account's erasure. Reads, locks and changes of the row and its parts
 * use both.
 */
export interface OwnedKey {
  id: string
  ownerId: string
}

/** The row is this one, of this owner. */
export const isRow = (
  table: { id: PgColumn; ownerId: PgColumn },
  { id, ownerId }: OwnedKey,
): SQL | undefined => and(eq(table.id, id), eq(table.ownerId, ownerId))

/** The row is part of this one of this owner; `by` is the column that refers to it. */
export const isPart = <By extends string>(
  table: Record<By | 'ownerId', PgColumn>,
  by: By,
  { id, ownerId }: OwnedKey,
): SQL | undefined => and(eq(table[by], id), eq(table.ownerId, ownerId))
