import type { ApiContext } from '../context.ts'
import type { OrderKey } from '../is-of-order.ts'
import { ordersCounted } from '../metrics.ts'
import { endAttempts } from '../payments/attempt-queries.ts'
import { advanceOrder } from './advance-order.ts'
import { lockOrder } from './order-queries.ts'

/**
 * Ends an order whose time to pay is up and frees its place; true if it did. Ask the provider first:
 * `graceMinutes` is for when it does not answer.
 */
export async function expireOrder(
  context: ApiContext,
  { order: key, graceMinutes = 0 }: { order: OrderKey; graceMinutes?: number },
): Promise<boolean> {
  const now = context.now()
  const expired = await context.database.transaction(async (queries) => {
    const order = await lockOrder(queries, key)
    if (!order || order.expiresAt.getTime() + graceMinutes * 60_000 > now.getTime()) return false
    const moved = await advanceOrder(queries, {
      order,
      command: 'expire',
      cause: 'timeLimit',
      actor: 'job',
      now,
    })
    if (!moved) return false
    await endAttempts(queries, { order, state: 'expired' })
    await context.mail.send(queries, 'orderExpired', { orderId: order.id })
    return true
  })
  if (!expired) return false
  ordersCounted.inc({ event: 'expired' })
  context.logger.info({ orderId: key.id }, 'order expired')
  return true
}
