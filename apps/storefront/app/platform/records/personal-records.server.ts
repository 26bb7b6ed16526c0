import type { Queries } from '@shop/database/open-database'
import { eq } from 'drizzle-orm'
import { records } from './tables.server.ts'

/** What the shop itself holds of a user beside the account: carts and order drafts, as they are stored. */
export function personalRecordsOf(queries: Queries, owner: string) {
  return queries
    .select({ key: records.key, updatedAt: records.updatedAt, body: records.body })
    .from(records)
    .where(eq(records.owner, owner))
    .orderBy(records.key)
}

/** Forgets carts, addresses and phone numbers of a user whose account is erased. */
export async function forgetPersonalRecords(queries: Queries, owner: string): Promise<void> {
  await queries.delete(records).where(eq(records.owner, owner))
}
