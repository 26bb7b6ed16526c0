import type { Queries } from '@shop/database/open-database'
import { and, asc, eq, getTableColumns, isNull, lt, notExists, or } from 'drizzle-orm'
import type { PersonalDataHolder } from '../accounts/personal-data.ts'
import { restrictedOwner } from '../accounts/processing-limits.ts'
import { supportEntries, supportMessages } from './tables.ts'

/**
 * After the matter is closed, or was answered and nobody asked again. What waits for an answer stays, and
 * what a restriction keeps.
 */
const KEPT_MS = 30 * 86_400_000

export async function deleteOldSupportMessages(queries: Queries, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS)
  const { closedAt, answeredAt, askedAgainAt } = supportMessages
  await queries
    .delete(supportMessages)
    .where(
      and(
        or(lt(closedAt, before), and(isNull(closedAt), isNull(askedAgainAt), lt(answeredAt, before))),
        notExists(restrictedOwner(queries, supportMessages.userId)),
      ),
    )
}

export const supportPersonalData: PersonalDataHolder = {
  name: 'supportMessages',
  async export(queries, userId) {
    const { assigneeId: _, version: __, ...told } = getTableColumns(supportMessages)
    const messages = await queries
      .select(told)
      .from(supportMessages)
      .where(eq(supportMessages.userId, userId))
      .orderBy(asc(supportMessages.createdAt))
    const { messageId, staffId, text, at } = supportEntries
    const said = await queries
      .select({ messageId, staffId, text, at })
      .from(supportEntries)
      .innerJoin(supportMessages, eq(supportMessages.id, messageId))
      .where(eq(supportMessages.userId, userId))
      .orderBy(asc(supportEntries.serial))
    return messages.map((message) => ({
      ...message,
      said: said
        .filter((entry) => entry.messageId === message.id)
        .map((entry) => ({ by: entry.staffId ? 'support' : 'you', text: entry.text, at: entry.at })),
    }))
  },
  async erase(queries, userId) {
    await queries.delete(supportMessages).where(eq(supportMessages.userId, userId))
  },
}
