import { randomUUIDv7 } from 'node:crypto'
import { OPENED_SHARE_MINUTES } from '@shop/contract/lifetimes'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { and, eq } from 'drizzle-orm'
import { createToken, hashToken } from '../../accounts/secrets.ts'
import type { ApiContext } from '../../context.ts'
import type { PatientOfResult } from '../analysis-queries.ts'
import { resultShares, resultShareViews } from '../tables.ts'
import { isOpen, remainingPins, takeTry } from './share-queries.ts'
import { isSamePin } from './share-secrets.ts'

const ACCESS_MS = OPENED_SHARE_MINUTES * 60_000

/**
 * Opens a link with its PIN; every try is shown to the patient. Five wrong PINs in a row close the link.
 * @throws Problem not_found (unknown, expired, revoked or closed), wrong_pin (with `remainingAttempts`)
 */
export async function openShare(
  { database, now }: Pick<ApiContext, 'database' | 'now'>,
  { token, pin }: { token: string; pin: string },
): Promise<{ accessKey: string }> {
  const at = now()
  const accessKey = createToken()
  const remainingAttempts = await database.transaction(async (queries) => {
    const share = await takeTry(queries, { tokenHash: hashToken(token), kind: 'page', now: at })
    if (!share) throw new Problem('not_found')
    const pinWasRight = isSamePin(token, pin, share.pinHash)
    const view = { id: randomUUIDv7(), shareId: share.id, ownerId: share.userId, at, pinWasRight }
    if (!pinWasRight) {
      await queries.insert(resultShareViews).values(view)
      return remainingPins(share)
    }
    await queries
      .update(resultShares)
      .set({ wrongPins: 0 })
      .where(and(eq(resultShares.id, share.id), eq(resultShares.userId, share.userId)))
    await queries.insert(resultShareViews).values({
      ...view,
      accessKeyHash: hashToken(accessKey),
      accessExpiresAt: new Date(at.getTime() + ACCESS_MS),
    })
    return null
  })
  // Outside the transaction, so that the wrong try stays counted.
  if (remainingAttempts !== null) throw new Problem('wrong_pin', { extension: { remainingAttempts } })
  return { accessKey }
}

/**
 * Whether the PIN belongs to an open link to these results: then it opens them to the holder of the paper, and the
 * opening is shown to the patient.
 */
export async function notePaperOpening(
  queries: Queries,
  { of, pin, now }: { of: PatientOfResult; pin: string; now: Date },
): Promise<boolean> {
  const isOfResult = and(
    eq(resultShares.testResultId, of.testResultId),
    eq(resultShares.patientId, of.patientId),
  )
  const shares = await queries
    .select()
    .from(resultShares)
    .where(and(isOfResult, isOpen(now)))
  const share = shares.find(({ id, paperPinHash }) => paperPinHash && isSamePin(id, pin, paperPinHash))
  if (!share) return false
  const view = { id: randomUUIDv7(), shareId: share.id, ownerId: share.userId, at: now, pinWasRight: true }
  await queries.insert(resultShareViews).values(view)
  return true
}
