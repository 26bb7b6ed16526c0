import { Problem } from '@shop/contract/problem'
import type { ProcessingLimits } from '@shop/contract/rights'
import type { Queries } from '@shop/database/open-database'
import type { ProcessingLimit } from '@shop/domain/rights'
import { and, eq, isNotNull, isNull, lte } from 'drizzle-orm'
import { lockOwnAccount } from '../accounts/lock-account.ts'
import { users } from '../accounts/tables.ts'
import type { Viewer } from '../api.ts'
import { type AuditActor, audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'

type Account = Pick<typeof users.$inferSelect, 'restrictedAt' | 'restrictionEndsAt' | 'objectedAt'>

const sinceOf = { restriction: users.restrictedAt, objection: users.objectedAt } as const

export const toLimits = ({ restrictedAt, restrictionEndsAt, objectedAt }: Account): ProcessingLimits => ({
  restrictedSince: restrictedAt?.toISOString() ?? null,
  restrictionEndsAt: restrictionEndsAt?.toISOString() ?? null,
  objectedSince: objectedAt?.toISOString() ?? null,
})

/** The limits of the account. @throws Problem `unauthorized`: it is gone */
export async function ownLimits(
  { database: { queries } }: Pick<ApiContext, 'database'>,
  { userId }: Viewer,
): Promise<ProcessingLimits> {
  const [account] = await queries.select().from(users).where(eq(users.id, userId))
  if (!account) throw new Problem('unauthorized')
  return toLimits(account)
}

interface Limiting {
  userId: string
  limit: ProcessingLimit
  by: AuditActor
  at: Date
}

/** Starts a limit and cancels an announced end of a restriction; false: it was already in force. */
export async function limitProcessing(
  queries: Queries,
  { userId, limit, by, at }: Limiting,
): Promise<boolean> {
  if (limit === 'restriction') {
    await queries.update(users).set({ restrictionEndsAt: null }).where(eq(users.id, userId))
  }
  const limited = await queries
    .update(users)
    .set(limit === 'restriction' ? { restrictedAt: at } : { objectedAt: at })
    .where(and(eq(users.id, userId), isNull(sinceOf[limit])))
    .returning({ id: users.id })
  if (limited.length > 0) await audit(queries, { ...by, action: 'create', kind: limit, id: userId })
  return limited.length > 0
}

/**
 * Ends a limit immediately at the owner's request: it protects only the owner, so no notice is needed.
 * @throws Problem `unauthorized`, `not_found`: none holds
 */
export async function endOwnLimit(
  { database }: Pick<ApiContext, 'database'>,
  { viewer, limit, requestId }: { viewer: Viewer; limit: ProcessingLimit; requestId: string },
): Promise<void> {
  const { userId } = viewer
  await database.transaction(async (queries) => {
    await lockOwnAccount(queries, viewer)
    const ended = await queries
      .update(users)
      .set(limit === 'restriction' ? { restrictedAt: null, restrictionEndsAt: null } : { objectedAt: null })
      .where(and(eq(users.id, userId), isNotNull(sinceOf[limit])))
      .returning({ id: users.id })
    if (ended.length === 0) throw new Problem('not_found')
    await audit(queries, { requestId, userId, actor: 'user', action: 'delete', kind: limit, id: userId })
  })
}

/**
 * Sets the day on which a restriction ends; the owner is notified by mail before.
 * @throws Problem `conflict`: none holds, or its end is announced already
 */
export async function announceEnd(
  queries: Queries,
  { userId, endsAt }: { userId: string; endsAt: Date },
): Promise<void> {
  const announced = await queries
    .update(users)
    .set({ restrictionEndsAt: endsAt })
    .where(and(eq(users.id, userId), isNotNull(users.restrictedAt), isNull(users.restrictionEndsAt)))
    .returning({ id: users.id })
  if (announced.length === 0) throw new Problem('conflict')
}

/** Ends restrictions whose announced day has arrived; returns how many. */
export async function endRestrictions({
  database,
  now,
}: Pick<ApiContext, 'database' | 'now'>): Promise<number> {
  return database.transaction(async (queries) => {
    const ended = await queries
      .update(users)
      .set({ restrictedAt: null, restrictionEndsAt: null })
      .where(and(isNotNull(users.restrictionEndsAt), lte(users.restrictionEndsAt, now())))
      .returning({ id: users.id })
    const entry = { requestId: 'retention', userId: null, actor: 'job', action: 'delete' } as const
    await audit(queries, ...ended.map(({ id }) => ({ ...entry, kind: 'restriction' as const, id })))
    return ended.length
  })
}
