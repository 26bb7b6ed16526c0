import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { orders } from './orders/tables.ts'
import { isPart, type OwnedKey } from './owned.ts'

/** An order and whose it is. */
export type OrderKey = OwnedKey

/** How a part of the order names it. */
export const partOf = ({ id, ownerId }: OrderKey) => ({ orderId: id, ownerId })

/** That a row is of this order of this owner. */
export const isOfOrder = (
  parts: { orderId: PgColumn; ownerId: PgColumn },
  order: OrderKey,
): SQL | undefined => isPart(parts, 'orderId', order)

/** That a row is of any order of this account. */
export const isOfAccount = (column: PgColumn, userId: string): SQL =>
  sql`exists (select from ${orders} as whose where whose.id = ${column} and whose.user_id = ${userId})`
