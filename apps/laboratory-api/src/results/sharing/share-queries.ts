import type { Share } from '@shop/contract/results'
import type { Queries } from '@shop/database/open-database'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { PatientOfResult } from '../analysis-queries.ts'
import { resultShares, resultShareViews } from '../tables.ts'

export type ShareRow = typeof resultShares.$inferSelect
export type ShareViewRow = typeof resultShareViews.$inferSelect

/** Wrong PINs after which a link is closed for good. */
export const MOST_WRONG_PINS = 5
const SHOWN_VIEWS = 50

/** How many wrong PINs a share still takes. */
export const remainingPins = ({ wrongPins }: ShareRow) => Math.max(0, MOST_WRONG_PINS - wrongPins)

/** The condition that a share can be opened. */
export const isOpen = (now: Date) =>
  and(
    isNull(resultShares.revokedAt),
    gt(resultShares.expiresAt, now),
    lt(resultShares.wrongPins, MOST_WRONG_PINS),
  )

export function toShare(share: ShareRow, views: readonly ShareViewRow[], now: Date): Share {
  return {
    id: share.id,
    kind: share.healthLinkSalt ? 'healthLink' : 'page',
    createdAt: share.createdAt.toISOString(),
    expiresAt: share.expiresAt.toISOString(),
    state: stateOf(share, now),
    views: views.map(({ at, pinWasRight }) => ({ at: at.toISOString(), pinWasRight })),
  }
}

function stateOf({ revokedAt, expiresAt, wrongPins }: ShareRow, now: Date): Share['state'] {
  if (revokedAt) return 'revoked'
  if (wrongPins >= MOST_WRONG_PINS) return 'locked'
  return expiresAt <= now ? 'expired' : 'open'
}

/** The account's links to a patient's results, newest first, with the tries to open each. */
export async function listShares(
  queries: Queries,
  { userId, testResultId, patientId, now }: PatientOfResult & { userId: string; now: Date },
): Promise<Share[]> {
  const shares = await queries
    .select()
    .from(resultShares)
    .where(
      and(
        eq(resultShares.userId, userId),
        eq(resultShares.testResultId, testResultId),
        eq(resultShares.patientId, patientId),
      ),
    )
    .orderBy(desc(resultShares.id))
  if (shares.length === 0) return []
  const ids = shares.map(({ id }) => id)
  const views = await queries
    .select()
    .from(resultShareViews)
    .where(and(inArray(resultShareViews.shareId, ids), eq(resultShareViews.ownerId, userId)))
    .orderBy(desc(resultShareViews.at))
  return shares.map((share) => {
    const own = views.filter(({ shareId }) => shareId === share.id)
    return toShare(share, own.slice(0, SHOWN_VIEWS), now)
  })
}

/** The condition that a share is of this kind: what opens one kind opens nothing of the other. */
const isOfKind = (kind: Share['kind']) =>
  kind === 'page' ? isNull(resultShares.healthLinkSalt) : isNotNull(resultShares.healthLinkSalt)

/**
 * Counts a try before the PIN is checked, so that concurrent tries cannot exceed the limit; null if the share
 * cannot be opened.
 */
export async function takeTry(
  queries: Queries,
  { tokenHash, kind, now }: { tokenHash: string; kind: Share['kind']; now: Date },
): Promise<ShareRow | null> {
  const [share] = await queries
    .update(resultShares)
    .set({ wrongPins: sql`${resultShares.wrongPins} + 1` })
    .where(and(eq(resultShares.tokenHash, tokenHash), isOfKind(kind), isOpen(now)))
    .returning()
  return share ?? null
}

/**
 * The share that a key opens; null once the key or the share has ended. The key of a health link's file is part of its
 * address, which others may have seen: it opens only the encrypted file.
 */
export async function findByAccessKey(
  queries: Queries,
  {
    tokenHash,
    accessKeyHash,
    kind,
    now,
  }: { tokenHash: string; accessKeyHash: string; kind: Share['kind']; now: Date },
): Promise<ShareRow | null> {
  const [found] = await queries
    .select({ share: resultShares })
    .from(resultShareViews)
    .innerJoin(resultShares, eq(resultShares.id, resultShareViews.shareId))
    .where(
      and(
        eq(resultShares.tokenHash, tokenHash),
        isOfKind(kind),
        isOpen(now),
        eq(resultShareViews.accessKeyHash, accessKeyHash),
        gt(resultShareViews.accessExpiresAt, now),
      ),
    )
  return found?.share ?? null
}
