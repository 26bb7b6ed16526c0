import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { eq } from 'drizzle-orm'
import { users } from './tables.ts'

type Account = typeof users.$inferSelect

/**
 * Holds off whatever else another device is just making for the account, until the transaction ends. Answers
 * it as it is then, if it still is.
 */
export async function lockAccount(queries: Queries, userId: string): Promise<Account | undefined> {
  const [account] = await queries.select().from(users).where(eq(users.id, userId)).for('update')
  return account
}

/** As `lockAccount`, for who is logged in. @throws Problem `unauthorized` where the account was erased meanwhile */
export async function lockOwnAccount(queries: Queries, userId: string): Promise<Account> {
  const account = await lockAccount(queries, userId)
  if (!account) throw new Problem('unauthorized')
  return account
}
