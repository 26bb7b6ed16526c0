import { randomUUIDv7 } from 'node:crypto'
import { LOGIN_STEP_MINUTES } from '@shop/contract/lifetimes'
import type { Queries } from '@shop/database/open-database'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { createToken, hashToken } from '../secrets.ts'
import { loginSteps } from '../tables.ts'

const LIFETIME_MS = LOGIN_STEP_MINUTES * 60_000
const TRIES = 5

/**
 * The password was right; returns the token for giving the second factor, valid for ten minutes and five wrong
 * codes.
 */
export async function createLoginStep(
  queries: Queries,
  { userId, withMailedCode, now }: { userId: string; withMailedCode: boolean; now: Date },
): Promise<string> {
  const token = createToken()
  await queries.insert(loginSteps).values({
    id: randomUUIDv7(),
    userId,
    tokenHash: hashToken(token),
    withMailedCode,
    triesLeft: TRIES,
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
  })
  return token
}

/** Counts a try with the step; undefined: unknown, expired, or tried too often. */
export async function tryLoginStep(queries: Queries, token: string, now: Date) {
  const [step] = await queries
    .update(loginSteps)
    .set({ triesLeft: sql`${loginSteps.triesLeft} - 1` })
    .where(
      and(
        eq(loginSteps.tokenHash, hashToken(token)),
        gt(loginSteps.expiresAt, now),
        gt(loginSteps.triesLeft, 0),
      ),
    )
    .returning({ id: loginSteps.id, userId: loginSteps.userId, withMailedCode: loginSteps.withMailedCode })
  return step
}

/** Ends the step; false: another call has just ended it. */
export async function endLoginStep(queries: Queries, id: string): Promise<boolean> {
  const ended = await queries.delete(loginSteps).where(eq(loginSteps.id, id)).returning({ id: loginSteps.id })
  return ended.length > 0
}

/** A changed password revokes logins that began with the former one. */
export async function dropLoginSteps(queries: Queries, userId: string): Promise<void> {
  await queries.delete(loginSteps).where(eq(loginSteps.userId, userId))
}

export async function deleteExpiredLoginSteps(queries: Queries, now: Date): Promise<void> {
  await queries.delete(loginSteps).where(lt(loginSteps.expiresAt, now))
}
