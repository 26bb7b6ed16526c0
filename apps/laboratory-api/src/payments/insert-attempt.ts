import { randomUUIDv7 } from 'node:crypto'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import type { ApiContext } from '../context.ts'
import { partOf } from '../is-of-order.ts'
import type { PayableOrder } from './settlement.ts'
import { type AttemptRow, paymentAttempts } from './tables.ts'

/**
 * A new attempt for the full total of an order, in the transaction of its cause.
 * @throws Problem currency_not_accepted
 */
export async function insertAttempt(
  queries: Queries,
  { context, order, now }: { context: ApiContext; order: PayableOrder; now: Date },
): Promise<AttemptRow> {
  const { provider } = context
  if (!provider.currencies.includes(order.currency)) throw new Problem('currency_not_accepted')
  const [attempt] = await queries
    .insert(paymentAttempts)
    .values({
      id: randomUUIDv7(),
      ...partOf(order),
      provider: provider.name,
      state: 'created',
      amount: order.total,
      currency: order.currency,
      test: provider.test,
      expiresAt: provider.pageExpiry(order.expiresAt, now),
      createdAt: now,
    })
    .returning()
  return attempt!
}
