import type { Queries } from '@shop/database/open-database'
import { eq } from 'drizzle-orm'
import { documents } from './tables.server.ts'

/** What the shop itself holds of a user beside the account: carts and order drafts, as they are stored. */
export function personalDocumentsOf(queries: Queries, owner: string) {
  return queries
    .select({ key: documents.key, updatedAt: documents.updatedAt, body: documents.body })
    .from(documents)
    .where(eq(documents.owner, owner))
    .orderBy(documents.key)
}

/** Forgets carts, addresses and phone numbers of a user whose account is erased. */
export async function forgetPersonalDocuments(queries: Queries, owner: string): Promise<void> {
  await queries.delete(documents).where(eq(documents.owner, owner))
}
