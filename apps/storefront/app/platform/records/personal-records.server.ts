import type { Queries } from '@shop/database/open-database'
import { eq, inArray } from 'drizzle-orm'
import { formOwnerOf } from '../forms/form-draft.server.ts'
import { records } from './tables.server.ts'

/** What the shop itself stores about a user besides the account: carts and order drafts, as they are stored. */
export function personalRecordsOf(queries: Queries, owner: string) {
  return queries
    .select({ key: records.key, updatedAt: records.updatedAt, body: records.body })
    .from(records)
    .where(eq(records.owner, owner))
    .orderBy(records.key)
}

/** Deletes carts, addresses, phone numbers and kept forms of users whose accounts have been erased. */
export async function forgetPersonalRecords(queries: Queries, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await queries.delete(records).where(inArray(records.owner, [...userIds, ...userIds.map(formOwnerOf)]))
}
