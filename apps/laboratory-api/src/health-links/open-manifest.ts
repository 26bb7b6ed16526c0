import { randomUUIDv7 } from 'node:crypto'
import { Problem } from '@shop/contract/problem'
import { and, eq, sql } from 'drizzle-orm'
import { createToken, hashToken } from '../accounts/secrets.ts'
import type { ApiContext } from '../context.ts'
import { remainingPins, type ShareRow, takeTry } from '../results/sharing/share-queries.ts'
import { isSamePin } from '../results/sharing/share-secrets.ts'
import { resultShares, resultShareViews } from '../results/tables.ts'

/** How long the location of a file works. The specification allows an hour. */
const LOCATION_MS = 10 * 60_000

export type OpenedManifest = { share: ShareRow; accessKey: string } | { remainingAttempts: number }

/**
 * Checks a passcode, and records the attempt for the patient to see. Wrong ones are counted over the whole life of a
 * link, as the specification requires: a right one in between does not reset the count.
 * @throws Problem not_found (unknown, over, ended or closed)
 */
export async function openManifest(
  { database, now }: Pick<ApiContext, 'database' | 'now'>,
  { token, passcode }: { token: string; passcode: string },
): Promise<OpenedManifest> {
  const at = now()
  return database.transaction(async (queries) => {
    const share = await takeTry(queries, { tokenHash: hashToken(token), kind: 'healthLink', now: at })
    if (!share) throw new Problem('not_found')
    const pinWasRight = isSamePin(token, passcode, share.pinHash)
    const view = { id: randomUUIDv7(), shareId: share.id, ownerId: share.userId, at, pinWasRight }
    if (!pinWasRight) {
      await queries.insert(resultShareViews).values(view)
      return { remainingAttempts: remainingPins(share) }
    }
    // The attempt was counted before its passcode was checked.
    await queries
      .update(resultShares)
      .set({ wrongPins: sql`${resultShares.wrongPins} - 1` })
      .where(and(eq(resultShares.id, share.id), eq(resultShares.userId, share.userId)))
    const accessKey = createToken()
    const accessExpiresAt = new Date(at.getTime() + LOCATION_MS)
    await queries
      .insert(resultShareViews)
      .values({ ...view, accessKeyHash: hashToken(accessKey), accessExpiresAt })
    return { share, accessKey }
  })
}
