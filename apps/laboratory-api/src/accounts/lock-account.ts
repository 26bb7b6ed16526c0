import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { eq } from 'drizzle-orm'
import { users } from './tables.ts'

/** Holds off whatever else another device is just making for the account, until the transaction ends. Answers whether it still is. */
export async function lockAccount(queries: Queries, userId: string): Promise<boolean> {
  const held = await queries.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  return held.length > 0
}

/** As `lockAccount`, for who is logged in. @throws Problem `unauthorized` where the account was erased meanwhile */
export async function lockOwnAccount(queries: Queries, userId: string): Promise<void> {
  if (!(await lockAccount(queries, userId))) throw new Problem('unauthorized')
}
