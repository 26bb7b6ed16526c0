import { Problem } from '@shop/contract/problem'
import type { EndedSessions } from '@shop/contract/staff'
import { and, eq } from 'drizzle-orm'
import { endSessions } from '../accounts/end-sessions.ts'
import type { ApiContext } from '../context.ts'
import { inScope } from '../orders/orders-in-scope.ts'
import { orders } from '../orders/tables.ts'
import { auditStaff } from '../staff/audit-staff.ts'
import { type OrderAtDesk, writeDeskEvent } from './change-visit.ts'

/**
 * Logs the owner of an order out everywhere and, if there was a session, records the reason with the order.
 * This also works under restriction of processing: it protects the data and does not use it.
 * @throws Problem `not_found`
 */
export function endSessionsByOrder(
  context: ApiContext,
  { orderId, actor, scope, reason }: OrderAtDesk & { reason: string },
): Promise<EndedSessions> {
  const { staffId } = actor
  return context.database.transaction(async (queries) => {
    const [order] = await queries
      .select({ id: orders.id, ownerId: orders.ownerId, userId: orders.userId })
      .from(orders)
      .where(and(eq(orders.id, orderId), inScope(scope)))
    if (!order) throw new Problem('not_found')
    const { userId } = order
    // The account is locked before its order's events are written, in the same order as in an erasure.
    const ended = await endSessions(context, queries, userId)
    if (ended) {
      const event = { order, staffId, kind: 'sessionsEnded', text: reason, at: context.now() } as const
      await writeDeskEvent(context, queries, event)
    }
    await auditStaff(
      queries,
      actor,
      { action: 'update', kind: 'order', id: orderId },
      ...(userId ? [{ action: 'update', kind: 'account', id: userId } as const] : []),
    )
    return { ended }
  })
}
