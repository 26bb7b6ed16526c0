import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { and, eq } from 'drizzle-orm'
import type { Viewer } from '../api.ts'
import { accessTokens, users } from './tables.ts'

type Account = typeof users.$inferSelect

/**
 * Holds off whatever else another device is just making for the account, until the transaction ends. Answers
 * it as it is then, if it still is.
 */
export async function lockAccount(queries: Queries, userId: string): Promise<Account | undefined> {
  const [account] = await queries.select().from(users).where(eq(users.id, userId)).for('update')
  return account
}

/**
 * As `lockAccount`, for who is logged in. Whoever ends sessions for a new password or an undone address holds the account: what a
 * session had begun before leaves nothing behind that was just cleared away.
 * @throws Problem `unauthorized` where the session has ended meanwhile
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
 * As `lockOwnAccount`, for what changes nothing of the account itself and may go on beside other calls: whoever ends its sessions
 * waits, or has ended this one. First in a transaction: who erases has the account before what hangs on it, too.
 * @throws Problem `unauthorized` where the session has ended meanwhile
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
