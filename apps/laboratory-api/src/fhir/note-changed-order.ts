import type { Queries } from '@shop/database/open-database'
import { isOfOrder, type OrderKey } from '../is-of-order.ts'
import { serviceRequests } from './tables.ts'

/** To laboratories, all requests of the order count as changed. */
export async function noteChangedOrder(queries: Queries, order: OrderKey, now: Date): Promise<void> {
  await queries.update(serviceRequests).set({ changedAt: now }).where(isOfOrder(serviceRequests, order))
}
