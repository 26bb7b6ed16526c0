import { Problem } from '@shop/contract/problem'
import { orders as ordersCounted } from '@shop/server/metrics'
import { and, eq } from 'drizzle-orm'
import type { Viewer } from '../api.ts'
import { audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { endAttempts } from '../payments/end-attempts.ts'
import { watchLater } from '../payments/watch-payment.ts'
import { advanceOrder } from './advance-order.ts'
import { orders } from './tables.ts'

/**
 * Cancels an order that waits for its payment and frees its place. The payment page may be open somewhere: it is
 * closed where the provider can, and a payment that comes all the same is marked for refund.
 * @throws Problem not_found, order_not_cancellable
 */
export async function cancelOrder(
  context: ApiContext,
  { viewer, orderId, requestId }: { viewer: Viewer; orderId: string; requestId: string },
): Promise<void> {
  const now = context.now()
  await context.database.transaction(async (queries) => {
    const [order] = await queries
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.id, orderId), eq(orders.userId, viewer.userId)))
      .for('update')
    if (!order) throw new Problem('not_found')
    const moved = await advanceOrder(queries, {
      orderId,
      command: 'cancel',
      cause: 'patientRequest',
      actor: 'user',
      now,
    })
    if (!moved) throw new Problem('order_not_cancellable')
    await endAttempts(queries, { orderId, state: 'cancelled' })
    await watchLater(queries, { context, orderId, since: now.toISOString(), look: 0 })
    await audit(queries, {
      requestId,
      userId: viewer.userId,
      actor: 'user',
      action: 'update',
      kind: 'order',
      id: orderId,
    })
  })
  ordersCounted.inc({ event: 'cancelled' })
}
