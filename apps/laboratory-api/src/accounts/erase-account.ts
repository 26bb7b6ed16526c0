import type { Queries } from '@shop/database/open-database'
import { describeError } from '@shop/server/log'
import { eq } from 'drizzle-orm'
import type { Viewer } from '../api.ts'
import { type AuditActor, audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { noteErasures } from './erasure-log.ts'
import { lockAccount, lockOwnAccount } from './lock-account.ts'
import { users } from './tables.ts'
import { verifyOwnPassword } from './verify-own-password.ts'

interface EraseAccount {
  viewer: Viewer
  password: string | undefined
  requestId: string
}

/**
 * Erases the account: every area deletes or anonymises its data, then the account and all its dependent rows are
 * deleted. Paid orders and results stay with the laboratory, which must keep them by law, without a link to an
 * account.
 * @throws Problem `wrong_password`, `too_many_requests`, and any problem an area refuses with
 */
export async function eraseAccount(
  context: ApiContext,
  { viewer, password, requestId }: EraseAccount,
): Promise<void> {
  const { id: userId } = await verifyOwnPassword(context, { viewer, password, path: 'password' })
  await eraseUser(context, {
    userId,
    by: { requestId, userId, actor: 'user' },
    // Comparing the password takes a while, in which it may have been changed.
    before: async (queries) => {
      await lockOwnAccount(queries, viewer)
    },
  })
}

interface EraseUser {
  userId: string
  by: AuditActor
  /** Runs in the same transaction, before anything is erased. */
  before?: (queries: Queries) => Promise<void>
}

/** As `eraseAccount`, for an account whose owner has already asked for it. */
export async function eraseUser(context: ApiContext, { userId, by, before }: EraseUser): Promise<void> {
  await context.database.transaction(async (queries) => {
    await before?.(queries)
    await lockAccount(queries, userId)
    const holders = context.personalData.holders()
    for (const holder of holders) await holder.erase?.(queries, userId, context.now())
    // The orders are locked by now, as by any other erasure of them.
    const ofAccount = context.accountOrders.of(userId)
    for (const holder of holders) await holder.eraseOrders?.(queries, ofAccount)
    await queries.delete(users).where(eq(users.id, userId))
    await audit(queries, { ...by, action: 'delete', kind: 'account', id: userId })
  })
  // The account is already erased: a missing line is added at the next erasure or start.
  await noteErasures(context).catch((error) =>
    context.logger.error(describeError(error), 'an erasure is not in the erasure log yet'),
  )
}
