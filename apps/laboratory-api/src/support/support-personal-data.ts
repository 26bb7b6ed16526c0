import type { Queries } from '@shop/database/open-database'
import { asc, eq, lt } from 'drizzle-orm'
import type { PersonalDataHolder } from '../accounts/personal-data.ts'
import { supportMessages } from './tables.ts'

/** The mailbox of the support is where messages live; here they only wait for their mail and for questions about it. */
const KEPT_MS = 30 * 86_400_000

export async function deleteOldSupportMessages(queries: Queries, now: Date): Promise<void> {
  await queries
    .delete(supportMessages)
    .where(lt(supportMessages.createdAt, new Date(now.getTime() - KEPT_MS)))
}

export const supportPersonalData: PersonalDataHolder = {
  name: 'supportMessages',
  export: (queries, userId) =>
    queries
      .select()
      .from(supportMessages)
      .where(eq(supportMessages.userId, userId))
      .orderBy(asc(supportMessages.createdAt)),
  async erase(queries, userId) {
    await queries.delete(supportMessages).where(eq(supportMessages.userId, userId))
  },
}
