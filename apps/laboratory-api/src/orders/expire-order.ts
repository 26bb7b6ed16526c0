import { orders as ordersCounted } from '@shop/server/metrics'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { endAttempts } from '../payments/end-attempts.ts'
import { advanceOrder } from './advance-order.ts'
import { orders } from './tables.ts'

/**
 * Ends an order whose time to pay is up and frees its place; true when it did. Ask the provider before:
 * `graceMinutes` is for when it does not answer.
 */
export async function expireOrder(
  context: ApiContext,
  { orderId, graceMinutes = 0 }: { orderId: string; graceMinutes?: number },
): Promise<boolean> {
  const now = context.now()
  const expired = await context.database.transaction(async (queries) => {
    const [order] = await queries.select().from(orders).where(eq(orders.id, orderId)).for('update')
    if (!order || order.expiresAt.getTime() + graceMinutes * 60_000 > now.getTime()) return false
    const moved = await advanceOrder(queries, {
      orderId,
      command: 'expire',
      cause: 'timeLimit',
      actor: 'job',
      now,
    })
    if (!moved) return false
    await endAttempts(queries, { orderId, state: 'expired' })
    await context.mail.send(queries, 'orderExpired', { orderId })
    return true
  })
  if (!expired) return false
  ordersCounted.inc({ event: 'expired' })
  context.logger.info({ orderId }, 'order expired')
  return true
}
