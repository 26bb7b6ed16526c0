import { Problem } from '@shop/contract/problem'
import type { VerifiedReport } from '@shop/contract/results'
import type { Queries } from '@shop/database/open-database'
import { networkOf } from '@shop/server/network-of'
import { and, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'
import { type AuditEntry, audit } from '../../audit/audit.ts'
import type { ApiContext } from '../../context.ts'
import { Unreadable } from '../../encryption/unreadable.ts'
import { findPatientAnalyses, findValues } from '../analysis-queries.ts'
import { MOST_WRONG_PAPER_PINS, type ReportPaperRow, statementHash, typedCode } from '../paper/issue-paper.ts'
import { notePaperOpening } from '../sharing/open-share.ts'
import { reportPapers, testResults } from '../tables.ts'
import { type ResultReader, toPatientReport } from '../wire-result.ts'

/**
 * Verifies a printed report. The code alone says whether it is still current. Its content is shown only with the PIN of
 * an open link to the same results, which the patient made and which is not on the paper, and only while it is current:
 * a holder of outdated paper asks the patient for a new one. A code ends by time, by wrong PINs, by the patient, and
 * with the account.
 * @throws Problem not_found, wrong_pin (with `remainingAttempts`), too_many_requests; Unreadable
 */
export async function verifyReport(
  { database, limits, sealing, now }: Pick<ApiContext, 'database' | 'limits' | 'sealing' | 'now'>,
  input: {
    code: string
    pin?: string | undefined
    clientAddress: string
    reader: ResultReader
    requestId: string
  },
): Promise<VerifiedReport> {
  const code = typedCode(input.code)
  await limits.consume('reportCheckPerNetwork', networkOf(input.clientAddress))
  await limits.consume('reportCheckPerCode', code)
  const { queries } = database
  const paper = await findPaper(queries, code, now())
  if (!paper) throw new Problem('not_found')
  const rows = await findPatientAnalyses(sealing, queries, paper)
  const ids = rows.map(({ result }) => result.id)
  const values = await findValues(sealing, queries, {
    userId: rows[0]?.testResult.userId ?? null,
    analysisResultIds: ids,
  })
  const current = paper.contentHash === statementHash(rows, values)
  // For paper from before its key was lost, no one can tell whether it is current, which is not the same as outdated.
  if (!current && rows.some(({ result }) => result.isCommentUnreadable))
    throw new Unreadable('a comment of a printed report cannot be decrypted')
  const head = { issuedAt: paper.issuedAt.toISOString(), current }
  if (input.pin === undefined || !current) return { ...head, report: null }
  const { pin } = input
  const remainingAttempts = await database.transaction((writing) =>
    tryPin(writing, { paper, pin, now: now() }),
  )
  // Outside the transaction, so that the wrong try stays counted.
  const by = { requestId: input.requestId, userId: null, actor: 'paper', kind: 'testResult' } as const
  if (remainingAttempts !== null) {
    await audit(queries, { ...by, action: 'refuse', id: paper.testResultId })
    throw new Problem('wrong_pin', { extension: { remainingAttempts } })
  }
  await audit(queries, ...ids.map((id): AuditEntry => ({ ...by, action: 'read', id })))
  return { ...head, report: toPatientReport(rows, values, input.reader) }
}

/** Once the account is gone, no one can say to whom the paper may be shown. */
async function findPaper(queries: Queries, code: string, now: Date): Promise<ReportPaperRow | null> {
  const [found] = await queries
    .select({ paper: reportPapers })
    .from(reportPapers)
    .innerJoin(testResults, eq(testResults.id, reportPapers.testResultId))
    .where(
      and(
        eq(reportPapers.code, code),
        gt(reportPapers.expiresAt, now),
        lt(reportPapers.wrongPins, MOST_WRONG_PAPER_PINS),
        isNotNull(testResults.userId),
      ),
    )
  return found?.paper ?? null
}

/**
 * Counts the try before the PIN is checked, so that concurrent tries cannot exceed the limit. Null if the PIN is right,
 * otherwise how many wrong ones the code still takes.
 */
async function tryPin(
  queries: Queries,
  { paper, pin, now }: { paper: ReportPaperRow; pin: string; now: Date },
): Promise<number | null> {
  const isPaper = eq(reportPapers.id, paper.id)
  const [counted] = await queries
    .update(reportPapers)
    .set({ wrongPins: sql`${reportPapers.wrongPins} + 1` })
    .where(and(isPaper, lt(reportPapers.wrongPins, MOST_WRONG_PAPER_PINS)))
    .returning({ wrongPins: reportPapers.wrongPins })
  if (!counted) throw new Problem('not_found')
  if (!(await notePaperOpening(queries, { of: paper, pin, now }))) {
    return MOST_WRONG_PAPER_PINS - counted.wrongPins
  }
  await queries.update(reportPapers).set({ wrongPins: 0 }).where(isPaper)
  return null
}
