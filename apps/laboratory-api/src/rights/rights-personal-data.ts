import type { Queries } from '@shop/database/open-database'
import { and, asc, eq, getTableColumns, inArray, isNotNull, lt, ne, notExists } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { PersonalDataHolder } from '../accounts/personal-data.ts'
import { users } from '../accounts/tables.ts'
import { daysBefore, RIGHTS_REQUEST_DAYS } from '../retention.ts'
import { rightsRequests, rightsSteps } from './tables.ts'

/** The open request of a row's account, for `notExists`: until it is answered nothing of what it asks about goes by itself. */
export const openRequestOf = (queries: Queries, owner: AnyPgColumn) =>
  queries
    .select({ id: rightsRequests.id })
    .from(rightsRequests)
    .where(and(eq(rightsRequests.userId, owner), eq(rightsRequests.state, 'open')))

const isAnswered = ne(rightsRequests.state, 'open')

/** Words of answered requests, and of what was noted and answered. That there was a request, for whom and how it ended stays. */
async function clearWords(queries: Queries, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await queries
    .update(rightsRequests)
    .set({ words: null, answer: null })
    .where(inArray(rightsRequests.id, ids))
  await queries.update(rightsSteps).set({ text: null }).where(inArray(rightsSteps.requestId, ids))
}

/**
 * Answered requests go after their time; before that, of accounts that are gone, the words do, once a day has
 * passed for the mail.
 */
export async function sweepRightsRequests(queries: Queries, now: Date): Promise<void> {
  const { answeredAt, userId, id } = rightsRequests
  await queries
    .delete(rightsRequests)
    .where(and(isAnswered, lt(answeredAt, daysBefore(now, RIGHTS_REQUEST_DAYS))))
  const gone = await queries
    .select({ id })
    .from(rightsRequests)
    .where(
      and(
        isAnswered,
        isNotNull(rightsRequests.words),
        lt(answeredAt, daysBefore(now, 1)),
        isNotNull(userId),
        notExists(queries.select({ id: users.id }).from(users).where(eq(users.id, userId))),
      ),
    )
  await clearWords(
    queries,
    gone.map((row) => row.id),
  )
}

export const rightsPersonalData: PersonalDataHolder = {
  name: 'rightsRequests',
  async export(queries, userId) {
    const { assigneeId: _, version: __, userId: ___, ...told } = getTableColumns(rightsRequests)
    const requests = await queries
      .select(told)
      .from(rightsRequests)
      .where(eq(rightsRequests.userId, userId))
      .orderBy(asc(rightsRequests.askedAt))
    const { requestId, kind, text, at } = rightsSteps
    const steps = await queries
      .select({ requestId, kind, text, at })
      .from(rightsSteps)
      .innerJoin(rightsRequests, eq(rightsRequests.id, requestId))
      .where(eq(rightsRequests.userId, userId))
      .orderBy(asc(rightsSteps.serial))
    return requests.map((request) => ({
      ...request,
      steps: steps
        .filter((step) => step.requestId === request.id)
        .map((step) => ({ kind: step.kind, text: step.text, at: step.at })),
    }))
  },
  /** What is not answered yet still is, by mail. */
  async erase(queries, userId) {
    const answered = await queries
      .select({ id: rightsRequests.id })
      .from(rightsRequests)
      .where(and(eq(rightsRequests.userId, userId), isAnswered))
    await clearWords(
      queries,
      answered.map(({ id }) => id),
    )
  },
}
