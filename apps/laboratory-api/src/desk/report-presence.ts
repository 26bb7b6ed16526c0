import type { OrderPresence } from '@shop/contract/desk'
import { Problem } from '@shop/contract/problem'
import { inZone } from '@shop/domain/visit-slots'
import { and, asc, eq, gt, lt, ne } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { isOfOrder, partOf } from '../is-of-order.ts'
import { inScope } from '../orders/orders-in-scope.ts'
import { orders } from '../orders/tables.ts'
import { staffAccounts } from '../staff/tables.ts'
import type { OrderAtDesk } from './change-visit.ts'
import { orderPresence, visitProgress } from './tables.ts'

/** A page reports itself three times within this time. */
const HERE_MS = 60_000

/**
 * Records that a member of staff has the order open. Returns who else has, and what may be stale on their screen. It
 * shows nothing of the patient, so only reading the order itself is audited. @throws Problem `not_found`
 */
export async function reportPresence(
  { database, now, settings }: ApiContext,
  { orderId, scope, actor }: OrderAtDesk,
): Promise<OrderPresence> {
  const { queries } = database
  const [order] = await queries
    .select({
      id: orders.id,
      ownerId: orders.ownerId,
      state: orders.state,
      version: visitProgress.version,
      visitStart: orders.visitStart,
      visitMovedFrom: orders.visitMovedFrom,
    })
    .from(orders)
    .leftJoin(
      visitProgress,
      and(eq(visitProgress.orderId, orders.id), eq(visitProgress.ownerId, orders.ownerId)),
    )
    .where(and(eq(orders.id, orderId), inScope(scope)))
  if (!order) throw new Problem('not_found')
  const seenAt = now()
  const since = new Date(seenAt.getTime() - HERE_MS)
  await queries.delete(orderPresence).where(lt(orderPresence.seenAt, since))
  await queries
    .insert(orderPresence)
    .values({ ...partOf(order), staffId: actor.staffId, seenAt })
    .onConflictDoUpdate({
      target: [orderPresence.orderId, orderPresence.staffId, orderPresence.ownerId],
      set: { seenAt },
    })
  const others = await queries
    .select({ name: staffAccounts.name })
    .from(orderPresence)
    .innerJoin(staffAccounts, eq(staffAccounts.id, orderPresence.staffId))
    .where(
      and(
        isOfOrder(orderPresence, order),
        ne(orderPresence.staffId, actor.staffId),
        gt(orderPresence.seenAt, since),
      ),
    )
    .orderBy(asc(staffAccounts.name))
  return {
    others: others.map(({ name }) => name),
    state: order.state,
    version: order.version ?? 0,
    start: inZone(order.visitStart.toISOString(), settings.businessTimeZone),
    isUnagreed: order.visitMovedFrom !== null,
  }
}
