import { randomUUIDv7 } from 'node:crypto'
import { UNUSED_SESSION_DAYS } from '@shop/contract/lifetimes'
import type { Queries } from '@shop/database/open-database'
import { preparedOnce } from '@shop/database/prepared-once'
import { and, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import { QUOTAS } from '../limits.ts'
import type { OwnerProof } from '../owner-proof.ts'
import { storedUserAgent } from '../stored-user-agent.ts'
import { hasSecondFactor } from './second-factor/has-second-factor.ts'
import { createToken, hashToken } from './secrets.ts'
import { accessTokens } from './tables.ts'

const DAY_IN_MS = 86_400_000
const IDLE_LIFETIME_MS = UNUSED_SESSION_DAYS * DAY_IN_MS
/** A session ends this long after its login, however much it is used. */
const ABSOLUTE_LIFETIME_MS = 90 * DAY_IN_MS
/** Using a token extends it. That is written at most this often, so that most reads write nothing. */
const TOUCH_INTERVAL_MS = 5 * 60_000

const lifetimeEnd = (createdAt: Date, now: Date) =>
  new Date(Math.min(now.getTime() + IDLE_LIFETIME_MS, createdAt.getTime() + ABSOLUTE_LIFETIME_MS))

interface NewSession {
  id?: string
  userId: string
  userAgent: string | undefined
  withSecondFactor?: boolean
  provenWith?: OwnerProof
  now: Date
}

/** Starts a session and returns its token, which is not stored anywhere. */
export async function issueAccessToken(
  queries: Queries,
  {
    id = randomUUIDv7(),
    userId,
    userAgent,
    withSecondFactor = false,
    provenWith = 'password',
    now,
  }: NewSession,
): Promise<string> {
  const token = createToken()
  await queries.insert(accessTokens).values({
    id,
    userId,
    tokenHash: hashToken(token),
    userAgent: storedUserAgent(userAgent),
    createdAt: now,
    lastUsedAt: now,
    provenAt: now,
    provenWith,
    secondFactorAt: withSecondFactor ? now : null,
    expiresAt: lifetimeEnd(now, now),
  })
  await endSurplus(queries, userId)
  return token
}

async function endSurplus(queries: Queries, userId: string): Promise<void> {
  const surplus = queries
    .select({ id: accessTokens.id })
    .from(accessTokens)
    .where(eq(accessTokens.userId, userId))
    .orderBy(desc(accessTokens.lastUsedAt), desc(accessTokens.id))
    .offset(QUOTAS.sessions)
  await queries.delete(accessTokens).where(inArray(accessTokens.id, surplus))
}

const findStatement = preparedOnce((queries) =>
  queries
    .select({
      id: accessTokens.id,
      userId: accessTokens.userId,
      createdAt: accessTokens.createdAt,
      lastUsedAt: accessTokens.lastUsedAt,
      provenAt: accessTokens.provenAt,
      provenWith: accessTokens.provenWith,
      secondFactorAt: accessTokens.secondFactorAt,
      hasSecondFactor: hasSecondFactor('accessTokens'),
    })
    .from(accessTokens)
    .where(
      and(
        eq(accessTokens.tokenHash, sql.placeholder('hash')),
        gt(accessTokens.expiresAt, sql.placeholder('now')),
      ),
    )
    .prepare('find_access_token'),
)

const dayOf = (date: Date) => Math.floor(date.getTime() / DAY_IN_MS)

/**
 * The viewer of a token; null: unknown, revoked or expired. `renewed`: the first use of a day has just extended
 * the token.
 */
export async function findAccessToken(queries: Queries, token: string, now: Date) {
  const [found] = await findStatement(queries).execute({ hash: hashToken(token), now: now.toISOString() })
  if (!found) return null
  const isTouched = now.getTime() - found.lastUsedAt.getTime() > TOUCH_INTERVAL_MS
  if (isTouched) {
    await queries
      .update(accessTokens)
      .set({ lastUsedAt: now, expiresAt: lifetimeEnd(found.createdAt, now) })
      .where(
        and(
          eq(accessTokens.userId, found.userId),
          inArray(
            accessTokens.id,
            // A row that is locked is not waited for: the next use updates it.
            queries
              .select({ id: accessTokens.id })
              .from(accessTokens)
              .where(and(eq(accessTokens.id, found.id), eq(accessTokens.userId, found.userId)))
              .for('update', { skipLocked: true }),
          ),
        ),
      )
  }
  const renewed = isTouched && dayOf(found.lastUsedAt) < dayOf(now)
  const { id: tokenId, createdAt: loggedInAt, lastUsedAt: _, ...viewer } = found
  return { viewer: { tokenId, loggedInAt, ...viewer }, renewed }
}

/** Records, for this session, that its holder has proven to be the account's owner, and how. */
export async function noteProof(
  queries: Queries,
  { tokenId, userId }: { tokenId: string; userId: string },
  proof: { provenAt?: Date; provenWith?: OwnerProof; secondFactorAt?: Date },
): Promise<void> {
  await queries
    .update(accessTokens)
    .set(proof)
    .where(and(eq(accessTokens.id, tokenId), eq(accessTokens.userId, userId)))
}

export async function listAccessTokens(queries: Queries, userId: string, now: Date) {
  return queries
    .select({
      id: accessTokens.id,
      createdAt: accessTokens.createdAt,
      lastUsedAt: accessTokens.lastUsedAt,
      userAgent: accessTokens.userAgent,
    })
    .from(accessTokens)
    .where(and(eq(accessTokens.userId, userId), gt(accessTokens.expiresAt, now)))
    .orderBy(desc(accessTokens.lastUsedAt), desc(accessTokens.id))
}

/** Ends one session of the account; false: it has no such session. */
export async function revokeAccessToken(
  queries: Queries,
  { userId, tokenId }: { userId: string; tokenId: string },
): Promise<boolean> {
  const revoked = await queries
    .delete(accessTokens)
    .where(and(eq(accessTokens.userId, userId), eq(accessTokens.id, tokenId)))
    .returning({ id: accessTokens.id })
  return revoked.length > 0
}

/** Revokes every token of the account except `exceptId` (null: all of them), and returns how many. */
export async function revokeAccessTokens(
  queries: Queries,
  { userId, exceptId }: { userId: string; exceptId: string | null },
): Promise<number> {
  const revoked = await queries
    .delete(accessTokens)
    .where(and(eq(accessTokens.userId, userId), exceptId ? ne(accessTokens.id, exceptId) : undefined))
    .returning({ id: accessTokens.id })
  return revoked.length
}

export async function deleteExpiredAccessTokens(queries: Queries, now: Date): Promise<void> {
  await queries.delete(accessTokens).where(lt(accessTokens.expiresAt, now))
}
