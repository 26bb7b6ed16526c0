import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { orders } from './orders/tables.ts'
import { isPart, type OwnedKey } from './owned.ts'

/** An order and its owner. */
export type OrderKey = OwnedKey

/** The columns by which a part refers to its order. */
export const partOf = ({ id, ownerId }: OrderKey) => ({ orderId: id, ownerId })

/** A row belongs to this order of this owner. */
export const isOfOrder = (
  parts: { orderId: PgColumn; ownerId: PgColumn },
  order: OrderKey,
): SQL | undefined => isPart(parts, 'orderId', order)

/** A row belongs to any order of this account. */
export const isOfAccount = (column: PgColumn, userId: string): SQL =>
  sql`exists (select from ${orders} as whose where whose.id = ${column} and whose.user_id = ${userId})`
