import { Problem } from '@shop/contract/problem'
import type { VerifiedReport } from '@shop/contract/results'
import type { Queries } from '@shop/database/open-database'
import { networkOf } from '@shop/server/network-of'
import { and, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'
import { type AuditEntry, audit } from '../../audit/audit.ts'
import type { ApiContext } from '../../context.ts'
import { Unreadable } from '../../encryption/unreadable.ts'
import { findPatientAnalyses, findValues } from '../analysis-queries.ts'
import {
  MOST_WRONG_PAPER_PINS,
  type ReportDocumentRow,
  statementHash,
  typedCode,
} from '../paper/issue-document.ts'
import { notePaperOpening } from '../sharing/open-share.ts'
import { reportDocuments, testResults } from '../tables.ts'
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
  const document = await findDocument(queries, code, now())
  if (!document) throw new Problem('not_found')
  const rows = await findPatientAnalyses(sealing, queries, document)
  const ids = rows.map(({ result }) => result.id)
  const values = await findValues(sealing, queries, {
    userId: rows[0]?.testResult.userId ?? null,
    analysisResultIds: ids,
  })
  const current = document.contentHash === statementHash(rows, values)
  // For paper from before its key was lost, no one can tell whether it is current, which is not the same as outdated.
  if (!current && rows.some(({ result }) => result.isCommentUnreadable))
    throw new Unreadable('a comment of a printed report cannot be decrypted')
  const head = { issuedAt: document.issuedAt.toISOString(), current }
  if (input.pin === undefined || !current) return { ...head, report: null }
  const { pin } = input
  const remainingAttempts = await database.transaction((writing) =>
    tryPin(writing, { document, pin, now: now() }),
  )
  // Outside the transaction, so that the wrong try stays counted.
  const by = { requestId: input.requestId, userId: null, actor: 'paper', kind: 'testResult' } as const
  if (remainingAttempts !== null) {
    await audit(queries, { ...by, action: 'refuse', id: document.testResultId })
    throw new Problem('wrong_pin', { extension: { remainingAttempts } })
  }
  await audit(queries, ...ids.map((id): AuditEntry => ({ ...by, action: 'read', id })))
  return { ...head, report: toPatientReport(rows, values, input.reader) }
}

/** Once the account is gone, no one can say to whom the paper may be shown. */
async function findDocument(queries: Queries, code: string, now: Date): Promise<ReportDocumentRow | null> {
  const [found] = await queries
    .select({ document: reportDocuments })
    .from(reportDocuments)
    .innerJoin(testResults, eq(testResults.id, reportDocuments.testResultId))
    .where(
      and(
        eq(reportDocuments.code, code),
        gt(reportDocuments.expiresAt, now),
        lt(reportDocuments.wrongPins, MOST_WRONG_PAPER_PINS),
        isNotNull(testResults.userId),
      ),
    )
  return found?.document ?? null
}

/**
 * Counts the try before the PIN is checked, so that concurrent tries cannot exceed the limit. Null if the PIN is right,
 * otherwise how many wrong ones the code still takes.
 */
async function tryPin(
  queries: Queries,
  { document, pin, now }: { document: ReportDocumentRow; pin: string; now: Date },
): Promise<number | null> {
  const isDocument = eq(reportDocuments.id, document.id)
  const [counted] = await queries
    .update(reportDocuments)
    .set({ wrongPins: sql`${reportDocuments.wrongPins} + 1` })
    .where(and(isDocument, lt(reportDocuments.wrongPins, MOST_WRONG_PAPER_PINS)))
    .returning({ wrongPins: reportDocuments.wrongPins })
  if (!counted) throw new Problem('not_found')
  if (!(await notePaperOpening(queries, { of: document, pin, now }))) {
    return MOST_WRONG_PAPER_PINS - counted.wrongPins
  }
  await queries.update(reportDocuments).set({ wrongPins: 0 }).where(isDocument)
  return null
}
