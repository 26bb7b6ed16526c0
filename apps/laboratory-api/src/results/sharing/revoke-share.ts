import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { holdOwnAccount } from '../../accounts/lock-account.ts'
import type { Viewer } from '../../api.ts'
import { audit } from '../../audit/audit.ts'
import type { ApiContext } from '../../context.ts'
import type { PatientOfResult } from '../analysis-queries.ts'
import { resultShares } from '../tables.ts'
import { isOpen } from './share-queries.ts'

/** Closes a link immediately; closing it again is not an error. @throws Problem not_found, unauthorized */
export async function revokeShare(
  { database, now }: Pick<ApiContext, 'database' | 'now'>,
  input: { viewer: Viewer; of: PatientOfResult; shareId: string; requestId: string },
): Promise<void> {
  const { of, shareId, requestId } = input
  const { userId } = input.viewer
  const isOwn = and(
    eq(resultShares.id, shareId),
    eq(resultShares.userId, userId),
    eq(resultShares.testResultId, of.testResultId),
    eq(resultShares.patientId, of.patientId),
  )
  await database.transaction(async (queries) => {
    await holdOwnAccount(queries, input.viewer)
    const revoked = await queries
      .update(resultShares)
      .set({ revokedAt: now() })
      .where(and(isOwn, isNull(resultShares.revokedAt)))
      .returning({ id: resultShares.id })
    if (revoked.length > 0) {
      const entry = { requestId, userId, actor: 'user', action: 'delete' } as const
      await audit(queries, { ...entry, kind: 'resultShare', id: shareId })
      return
    }
    const known = await queries.select({ id: resultShares.id }).from(resultShares).where(isOwn)
    if (known.length === 0) throw new Problem('not_found')
  })
}

/** Closes the account's open links that were made after `since`. */
export async function revokeSharesSince(
  queries: Queries,
  { userId, since, now, requestId }: { userId: string; since: Date; now: Date; requestId: string },
): Promise<void> {
  const revoked = await queries
    .update(resultShares)
    .set({ revokedAt: now })
    .where(and(eq(resultShares.userId, userId), gt(resultShares.createdAt, since), isOpen(now)))
    .returning({ id: resultShares.id })
  for (const { id } of revoked) {
    await audit(queries, { requestId, userId, actor: 'user', action: 'delete', kind: 'resultShare', id })
  }
}
