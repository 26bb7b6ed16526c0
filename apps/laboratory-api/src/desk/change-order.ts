import type { CancelAtDesk, CancelledAtDesk, MoveAtDesk, VisitProgress } from '@shop/contract/desk'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { inZone } from '@shop/domain/visit-slots'
import { and, eq } from 'drizzle-orm'
import { assertAccountUsable } from '../accounts/processing-limits.ts'
import type { ApiContext } from '../context.ts'
import { cancelPaid, cancelUnpaid } from '../orders/cancel-order.ts'
import { moveVisit } from '../orders/move-visit.ts'
import { inScope } from '../orders/orders-in-scope.ts'
import { type OrderRow, orders } from '../orders/tables.ts'
import { auditStaff } from '../staff/audit-staff.ts'
import { changeVisit, type OrderAtDesk, staleOrder, writeDeskEvent } from './change-visit.ts'

/**
 * Moves a visit to another time. A patient who agreed by telephone or at the counter is notified by mail; one who has
 * not is asked by mail.
 * @throws Problem as `changeVisit` and `moveVisit`, `processing_restricted`: then only the patient may move it
 */
export async function moveAtDesk(
  context: ApiContext,
  { start, current, isAgreed, ...at }: OrderAtDesk & MoveAtDesk,
): Promise<VisitProgress> {
  const zone = context.settings.businessTimeZone
  const local = (instant: string) =>
    inZone(new Date(instant).toISOString(), zone).slice(0, 16).replace('T', ' ')
  async function also(queries: Queries, _: Date, order: OrderRow) {
    // The patient may have moved it: that changes the order, not the version of the visit at the desk.
    if (order.visitStart.getTime() !== Date.parse(current)) throw await staleOrder(queries, order)
    await assertAccountUsable(queries, order.userId)
    await moveVisit(context, queries, { order, start, by: 'staff', isAgreed })
  }
  const text = `${local(current)} → ${local(start)}`
  return changeVisit(context, { ...at, step: 'move', text, isAgreed, also })
}

/**
 * Cancels an order at the desk and records whether the patient agreed. A mail reports the cancellation. A payment
 * is refunded by `cancelPaid`: above the limit the refund waits for a second person, and the order stays valid
 * until then.
 * @throws Problem not_found, order_not_cancellable, stale_write
 */
export async function cancelAtDesk(
  context: ApiContext,
  { orderId, actor, scope, reason, state, isAgreed }: OrderAtDesk & CancelAtDesk,
): Promise<CancelledAtDesk> {
  const [found] = await context.database.queries
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), inScope(scope)))
  if (!found) throw new Problem('not_found')
  const order = found
  // If it was paid in the meantime, cancelling would refund money, and the member of staff must know that.
  if (order.state !== state) throw await staleOrder(context.database.queries, order)
  const { staffId } = actor
  async function note(queries: Queries) {
    const at = context.now()
    await writeDeskEvent(context, queries, {
      order,
      staffId,
      kind: 'cancelled',
      text: reason,
      isAgreed,
      at,
    })
    await auditStaff(queries, actor, { action: 'update', kind: 'order', id: orderId })
  }
  if (order.state === 'awaitingPayment') {
    await cancelUnpaid(context, {
      order,
      actor: 'staff',
      cause: isAgreed ? 'patientRequest' : 'networkCancelled',
      async also(queries) {
        await note(queries)
        await context.mail.send(queries, 'orderCancelled', { orderId })
      },
    })
    return { refund: null }
  }
  const refund = await cancelPaid(context, order, { by: { origin: 'staff', staffId }, reason, also: note })
  return { refund }
}
