import type { Queries } from '@shop/database/open-database'
import { and, asc, eq, isNull, lt, notExists, or } from 'drizzle-orm'
import type { PersonalDataHolder } from '../accounts/personal-data.ts'
import { restrictedOwner } from '../accounts/processing-limits.ts'
import type { ApiContext } from '../context.ts'
import { daysBefore } from '../retention.ts'
import { showEntry, showQuestion } from './sealed-support.ts'
import { supportEntries, supportMessages } from './tables.ts'

/**
 * From the time a question is closed, or answered without a further reply. Questions that wait for an answer
 * are kept, and so are those of restricted accounts.
 */
const KEPT_DAYS = 30

export async function deleteOldSupportMessages(queries: Queries, now: Date): Promise<void> {
  const before = daysBefore(now, KEPT_DAYS)
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

export const supportPersonalData = ({ sealing }: Pick<ApiContext, 'sealing'>): PersonalDataHolder => ({
  name: 'supportMessages',
  async export(queries, userId) {
    const messages = await queries
      .select()
      .from(supportMessages)
      .where(eq(supportMessages.userId, userId))
      .orderBy(asc(supportMessages.createdAt))
    const rows = await queries
      .select({ entry: supportEntries })
      .from(supportEntries)
      .innerJoin(supportMessages, eq(supportMessages.id, supportEntries.messageId))
      .where(eq(supportMessages.userId, userId))
      .orderBy(asc(supportEntries.serial))
    const said = await Promise.all(
      rows.map(async ({ entry }) => ({
        messageId: entry.messageId,
        by: entry.staffId ? 'support' : 'you',
        text: await showEntry(sealing, queries, entry),
        at: entry.at,
      })),
    )
    return Promise.all(
      messages.map(async ({ assigneeId: _, version: __, ownerId: ___, sealedMessage, ...message }) => ({
        ...message,
        message: await showQuestion(sealing, queries, { ...message, sealedMessage }),
        said: said
          .filter(({ messageId }) => messageId === message.id)
          .map(({ messageId: ____, ...entry }) => entry),
      })),
    )
  },
  async erase(queries, userId) {
    await queries.delete(supportMessages).where(eq(supportMessages.userId, userId))
  },
})
