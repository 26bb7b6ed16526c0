import { and, eq, isNull, lt, notExists } from 'drizzle-orm'
import { eraseUser } from '../accounts/erase-account.ts'
import { isUnrestricted } from '../accounts/processing-limits.ts'
import { accessTokens, users } from '../accounts/tables.ts'
import type { ApiContext } from '../context.ts'
import { ABANDONED_ACCOUNT_DAYS, daysBefore } from '../retention.ts'
import { orders } from './tables.ts'

const BATCH = 100

/**
 * Erases accounts whose address was never confirmed, that ordered nothing and have no session left: a mistyped
 * address, or someone else's, should not be kept for ever. One after the other, as if each had asked for its erasure.
 */
export async function eraseAbandonedAccounts(context: ApiContext): Promise<number> {
  const { queries } = context.database
  const found = await queries
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        isNull(users.emailConfirmedAt),
        isNull(users.confirmedEmail),
        isUnrestricted,
        lt(users.createdAt, daysBefore(context.now(), ABANDONED_ACCOUNT_DAYS)),
        notExists(queries.select({ id: orders.id }).from(orders).where(eq(orders.userId, users.id))),
        notExists(
          queries.select({ id: accessTokens.id }).from(accessTokens).where(eq(accessTokens.userId, users.id)),
        ),
      ),
    )
    .limit(BATCH)
  for (const { id: userId } of found) {
    await eraseUser(context, { userId, by: { requestId: 'retention', userId, actor: 'job' } })
  }
  return found.length
}
