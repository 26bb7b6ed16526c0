import type { SQL } from 'drizzle-orm'
import { foreignKey, type PgColumn, uuid } from 'drizzle-orm/pg-core'
import { isPart, type OwnedKey } from './owned.ts'
import { laboratorySchema, ownerId } from './schema.ts'

/** An order and its owner. */
export type OrderKey = OwnedKey

/** The columns by which a part refers to its order. */
export const partOf = ({ id, ownerId }: OrderKey) => ({ orderId: id, ownerId })

/** A row belongs to this order of this owner. */
export const isOfOrder = (
  parts: { orderId: PgColumn; ownerId: PgColumn },
  order: OrderKey,
): SQL | undefined => isPart(parts, 'orderId', order)

/** The table of orders. */
export const ORDER_TABLE = 'customer_order'

/**
 * The key of orders alone: parts refer to it in areas that orders build on, which must not know the table. Migrations
 * are not made from it, but from the table.
 */
const orderKeys = laboratorySchema.table(ORDER_TABLE, { id: uuid().notNull(), ownerId: ownerId() })

/** A row of an order has the order's owner, and changes owner with it. */
export const ofOrder = (name: string, table: Record<'orderId' | 'ownerId', PgColumn>) =>
  foreignKey({
    name,
    columns: [table.orderId, table.ownerId],
    foreignColumns: [orderKeys.id, orderKeys.ownerId],
  }).onUpdate('cascade')
