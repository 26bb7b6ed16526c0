import { randomUUIDv7 } from 'node:crypto'
import { Problem } from '@shop/contract/problem'
import type { CreatedShare, Share } from '@shop/contract/results'
import { and, eq } from 'drizzle-orm'
import { assertFreshProof } from '../../accounts/is-fresh-proof.ts'
import { lockUsableAccount } from '../../accounts/processing-limits.ts'
import { createToken, hashToken } from '../../accounts/secrets.ts'
import type { Viewer } from '../../api.ts'
import { audit } from '../../audit/audit.ts'
import type { ApiContext } from '../../context.ts'
import { QUOTAS } from '../../limits.ts'
import { daysAfter } from '../../retention.ts'
import { findOwnPatientAnalyses, type PatientOfResult } from '../analysis-queries.ts'
import { resultShares } from '../tables.ts'
import { healthLinkOf, newHealthLinkSalt } from './health-link.ts'
import { isOpen, toShare } from './share-queries.ts'
import { createPin, hashPin } from './share-secrets.ts'

/**
 * Opens a patient's results of one order to anyone who has the link and its PIN.
 * @throws Problem not_found, proof_required, too_many_shares, processing_restricted
 */
export async function createShare(
  { database, sealing, settings, now }: Pick<ApiContext, 'database' | 'sealing' | 'settings' | 'now'>,
  input: { viewer: Viewer; of: PatientOfResult; days: number; kind: Share['kind']; requestId: string },
): Promise<CreatedShare> {
  const { userId } = input.viewer
  const createdAt = now()
  assertFreshProof(input.viewer, createdAt)
  const [id, token, pin] = [randomUUIDv7(), createToken(), createPin()]
  const salt = input.kind === 'healthLink' ? newHealthLinkSalt() : null
  return database.transaction(async (queries) => {
    const rows = await findOwnPatientAnalyses(sealing, queries, { userId, ...input.of })
    if (!rows.some(({ result }) => result.status !== null)) throw new Problem('not_found')
    await lockUsableAccount(queries, input.viewer)
    const open = and(eq(resultShares.userId, userId), isOpen(createdAt))
    if ((await queries.$count(resultShares, open)) >= QUOTAS.openShares) throw new Problem('too_many_shares')
    const [share] = await queries
      .insert(resultShares)
      .values({
        id,
        userId,
        ...input.of,
        tokenHash: hashToken(token),
        pinHash: hashPin(token, pin),
        // A health link is for systems: its PIN opens no paper.
        paperPinHash: salt ? null : hashPin(id, pin),
        healthLinkSalt: salt,
        createdAt,
        expiresAt: daysAfter(createdAt, input.days),
      })
      .returning()
    const { requestId } = input
    await audit(queries, {
      requestId,
      userId,
      actor: 'user',
      action: 'create',
      kind: 'resultShare',
      id: share!.id,
    })
    const { expiresAt } = share!
    const healthLink = salt ? healthLinkOf({ token, salt, expiresAt }, settings) : null
    return { ...toShare(share!, [], createdAt), token, pin, healthLink }
  })
}
