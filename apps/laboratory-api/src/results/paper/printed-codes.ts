import { Problem } from '@shop/contract/problem'
import type { PaperCode } from '@shop/contract/results'
import type { Queries } from '@shop/database/open-database'
import { and, desc, eq, gte, not, type SQL } from 'drizzle-orm'
import { holdOwnAccount } from '../../accounts/lock-account.ts'
import type { Viewer } from '../../api.ts'
import { type AuditEntry, audit } from '../../audit/audit.ts'
import type { ApiContext } from '../../context.ts'
import type { PatientOfResult } from '../analysis-queries.ts'
import { analysisResults, reportPapers, testResults } from '../tables.ts'
import { hasEnded } from './issue-paper.ts'

interface Own {
  viewer: Viewer
  of: PatientOfResult
}

/** The condition that a code is the account's own and still works. */
const areOpen = (ownerId: string, now: Date) => and(eq(reportPapers.ownerId, ownerId), not(hasEnded(now)))

const areOf = ({ testResultId, patientId }: PatientOfResult) =>
  and(eq(reportPapers.testResultId, testResultId), eq(reportPapers.patientId, patientId))

async function assertOwn(queries: Queries, { viewer: { userId }, of }: Own): Promise<void> {
  const [own] = await queries
    .select({ id: analysisResults.id })
    .from(analysisResults)
    .innerJoin(testResults, eq(testResults.id, analysisResults.testResultId))
    .where(
      and(
        eq(analysisResults.testResultId, of.testResultId),
        eq(analysisResults.patientId, of.patientId),
        eq(testResults.userId, userId),
      ),
    )
    .limit(1)
  if (!own) throw new Problem('not_found')
}

type Context = Pick<ApiContext, 'database' | 'now'>

/** When the reports whose codes still work were printed, newest first. @throws Problem not_found */
export async function listPaperCodes(
  { database: { queries }, now }: Context,
  own: Own,
): Promise<PaperCode[]> {
  await assertOwn(queries, own)
  const { issuedAt, expiresAt } = reportPapers
  const codes = await queries
    .select({ issuedAt, expiresAt })
    .from(reportPapers)
    .where(and(areOf(own.of), areOpen(own.viewer.userId, now())))
    .orderBy(desc(issuedAt))
  return codes.map((code) => ({
    issuedAt: code.issuedAt.toISOString(),
    expiresAt: code.expiresAt.toISOString(),
  }))
}

/** Ends these codes immediately, as their expiry would; ending them again is not an error. @throws Problem not_found */
export async function endPaperCodes(
  { database, now }: Context,
  own: Own & { requestId: string },
): Promise<void> {
  await database.transaction(async (queries) => {
    await holdOwnAccount(queries, own.viewer)
    await assertOwn(queries, own)
    const { requestId, viewer, of } = own
    await endCodes(queries, { requestId, userId: viewer.userId, now: now(), which: areOf(of) })
  })
}

/** Ends the codes of an account printed from `since` on: the PIN of its next link would open a thief's paper too. */
export const endPaperCodesSince = (
  queries: Queries,
  { since, ...of }: { userId: string; since: Date; now: Date; requestId: string },
): Promise<void> => endCodes(queries, { ...of, which: gte(reportPapers.issuedAt, since) })

async function endCodes(
  queries: Queries,
  { userId, now, requestId, which }: { userId: string; now: Date; requestId: string; which: SQL | undefined },
): Promise<void> {
  const ended = await queries
    .update(reportPapers)
    .set({ expiresAt: now })
    .where(and(which, areOpen(userId, now)))
    .returning({ id: reportPapers.id })
  const entry = { requestId, userId, actor: 'user', action: 'delete' } as const
  await audit(queries, ...ended.map(({ id }): AuditEntry => ({ ...entry, kind: 'reportDocument', id })))
}
