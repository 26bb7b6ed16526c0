import type { Queries } from '@shop/database/open-database'
import { eq } from 'drizzle-orm'
import { users } from './tables.ts'

/** Holds off whatever else another device is just making for the account, until the transaction ends. */
export async function lockAccount(queries: Queries, userId: string): Promise<void> {
  await queries.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
}
