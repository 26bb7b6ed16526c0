import type { Queries } from '@shop/database/open-database'
import { and, asc, eq, inArray, isNotNull, lt, ne, notExists } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { PersonalDataHolder } from '../accounts/personal-data.ts'
import { restrictedOwner } from '../accounts/processing-limits.ts'
import { users } from '../accounts/tables.ts'
import type { ApiContext } from '../context.ts'
import { daysBefore, RIGHTS_REQUEST_DAYS } from '../retention.ts'
import { showAnswer, showAsked, showStep } from './sealed-rights.ts'
import { rightsRequests, rightsSteps } from './tables.ts'

/**
 * The open request of a row's account, for `notExists`: until it is answered, no data of the account is
 * deleted automatically.
 */
export const openRequestOf = (queries: Queries, owner: AnyPgColumn) =>
  queries
    .select({ id: rightsRequests.id })
    .from(rightsRequests)
    .where(and(eq(rightsRequests.userId, owner), eq(rightsRequests.state, 'open')))

const isAnswered = ne(rightsRequests.state, 'open')

/**
 * Clears the words of requests, of their steps and answers. That a request existed, for whom and how it ended
 * is kept.
 */
async function clearWords(queries: Queries, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await queries
    .update(rightsRequests)
    .set({ words: null, sealedWords: null, answer: null, sealedAnswer: null })
    .where(inArray(rightsRequests.id, ids))
  await queries
    .update(rightsSteps)
    .set({ text: null, sealedText: null })
    .where(inArray(rightsSteps.requestId, ids))
}

/**
 * Deletes answered requests after their time; of a restricted account, once it is no longer restricted: the desk can
 * end a restriction only at the request for it. If the account is gone, clears their words earlier: a day after
 * the answer, so that the mail has been sent.
 */
export async function sweepRightsRequests(queries: Queries, now: Date): Promise<void> {
  const { answeredAt, userId, id } = rightsRequests
  await queries
    .delete(rightsRequests)
    .where(
      and(
        isAnswered,
        lt(answeredAt, daysBefore(now, RIGHTS_REQUEST_DAYS)),
        notExists(restrictedOwner(queries, userId)),
      ),
    )
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

export const rightsPersonalData = ({ sealing }: Pick<ApiContext, 'sealing'>): PersonalDataHolder => ({
  name: 'rightsRequests',
  async export(queries, userId) {
    const requests = await queries
      .select()
      .from(rightsRequests)
      .where(eq(rightsRequests.userId, userId))
      .orderBy(asc(rightsRequests.askedAt))
    const rows = await queries
      .select({ step: rightsSteps })
      .from(rightsSteps)
      .innerJoin(rightsRequests, eq(rightsRequests.id, rightsSteps.requestId))
      .where(eq(rightsRequests.userId, userId))
      .orderBy(asc(rightsSteps.serial))
    const steps = await Promise.all(
      rows.map(async ({ step }) => ({
        requestId: step.requestId,
        shown: { kind: step.kind, text: await showStep(sealing, queries, step), at: step.at },
      })),
    )
    return Promise.all(
      requests.map(async (request) => {
        const {
          assigneeId: _,
          version: __,
          userId: ___,
          ownerId: ____,
          sealedWords,
          sealedAnswer,
          ...rest
        } = request
        return {
          ...rest,
          words: await showAsked(sealing, queries, request),
          answer: await showAnswer(sealing, queries, request),
          steps: steps.flatMap(({ requestId, shown: step }) => (requestId === request.id ? [step] : [])),
        }
      }),
    )
  },
  /** Clears only answered requests: an open one is still answered, by mail. */
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
})
