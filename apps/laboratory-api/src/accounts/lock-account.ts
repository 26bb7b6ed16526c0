import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { and, eq } from 'drizzle-orm'
import type { Viewer } from '../api.ts'
import { accessTokens, users } from './tables.ts'

type Account = typeof users.$inferSelect

/**
 * Blocks concurrent changes to the account until the transaction ends. Returns the account as it is then, if it
 * still exists.
 */
export async function lockAccount(queries: Queries, userId: string): Promise<Account | undefined> {
  const [account] = await queries.select().from(users).where(eq(users.id, userId)).for('update')
  return account
}

/**
 * As `lockAccount`, for the signed-in account. Everything that ends sessions, for a new password or an undone
 * change of address, locks the account first: so a call begun in such a session cannot restore what has just been
 * cleared.
 * @throws Problem `unauthorized` where the session has ended in the meantime
 */
export async function lockOwnAccount(
  queries: Queries,
  { userId, tokenId }: Pick<Viewer, 'userId' | 'tokenId'>,
): Promise<Account> {
  const account = await lockAccount(queries, userId)
  const isOwn = and(eq(accessTokens.userId, userId), eq(accessTokens.id, tokenId))
  if (!account || (await queries.$count(accessTokens, isOwn)) === 0) throw new Problem('unauthorized')
  return account
}

/**
 * As `lockOwnAccount`, for calls that change nothing of the account itself and may run beside others: anything
 * that ends its sessions waits, or has already ended this one. Call it first in a transaction, since an erasure
 * too locks the account before its dependent rows.
 * @throws Problem `unauthorized` where the session has ended in the meantime
 */
export async function holdOwnAccount(
  queries: Queries,
  { userId, tokenId }: Pick<Viewer, 'userId' | 'tokenId'>,
): Promise<void> {
  const [held] = await queries
    .select({ id: users.id })
    .from(users)
    .innerJoin(accessTokens, eq(accessTokens.userId, users.id))
    .where(and(eq(users.id, userId), eq(accessTokens.id, tokenId)))
    .for('key share')
  if (!held) throw new Problem('unauthorized')
}
