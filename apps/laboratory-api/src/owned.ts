import { and, eq, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** A row and whose it is, also once the account is erased: what reads, locks and changes it and its parts goes by both. */
export interface OwnedKey {
  id: string
  ownerId: string
}

/** This row of this owner. */
export const isRow = (
  table: { id: PgColumn; ownerId: PgColumn },
  { id, ownerId }: OwnedKey,
): SQL | undefined => and(eq(table.id, id), eq(table.ownerId, ownerId))

/** That a row is part of this one of this owner; `by` is the column that names it. */
export const isPart = <By extends string>(
  table: Record<By | 'ownerId', PgColumn>,
  by: By,
  { id, ownerId }: OwnedKey,
): SQL | undefined => and(eq(table[by], id), eq(table.ownerId, ownerId))
