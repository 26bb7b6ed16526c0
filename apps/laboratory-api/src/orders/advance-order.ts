import { randomUUIDv7 } from 'node:crypto'
import type { Queries } from '@shop/database/open-database'
import { isCalledOff, ORDER_TRANSITIONS, type OrderCommand, type OrderState } from '@shop/domain/order-states'
import { and, eq } from 'drizzle-orm'
import { type OrderKey, partOf } from '../is-of-order.ts'
import { isRow } from '../owned.ts'
import { freeSlot } from '../visits/take-slot.ts'
import { type OrderActor, type OrderCause, type OrderRow, orderHistory, orders } from './tables.ts'

interface Advance {
  order: OrderKey
  command: OrderCommand
  cause: OrderCause
  actor: OrderActor
  now: Date
}

/**
 * Moves an order by a command and adds the row of history. If its visit no longer takes place, its place is freed.
 * Null when the order is not in the state that the command starts from. Call it in a transaction.
 */
export async function advanceOrder(queries: Queries, advance: Advance): Promise<OrderRow | null> {
  const { order, command, now, cause, actor } = advance
  const { from, to } = ORDER_TRANSITIONS[command]
  const [moved] = await queries
    .update(orders)
    .set({ state: to, updatedAt: now })
    .where(and(isRow(orders, order), eq(orders.state, from)))
    .returning()
  if (!moved) return null
  await writeHistory(queries, { order: moved, state: to, cause, actor, now })
  if (isCalledOff(to)) await freeSlot(queries, { laboratoryId: moved.laboratoryId, start: moved.visitStart })
  return moved
}

interface HistoryEntry {
  order: OrderKey
  state: OrderState
  cause: OrderCause
  actor: OrderActor
  now: Date
}

export async function writeHistory(queries: Queries, entry: HistoryEntry): Promise<void> {
  await queries.insert(orderHistory).values(historyRow(entry))
}

export function historyRow({
  order,
  state,
  cause,
  actor,
  now,
}: HistoryEntry): typeof orderHistory.$inferInsert {
  return { id: randomUUIDv7(), ...partOf(order), state, at: now, cause, actor }
}
