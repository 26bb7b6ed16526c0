import { shopLink } from '@shop/contract/page-links'
import { holdOwnAccount } from '../../accounts/lock-account.ts'
import type { Viewer } from '../../api.ts'
import type { ApiContext } from '../../context.ts'
import { markRead, type PatientOfResult } from '../analysis-queries.ts'
import { readPatientReport } from '../read-results.ts'
import type { ResultReader } from '../wire-result.ts'
import { issuePaper, printedCode } from './issue-paper.ts'
import { reportPaper } from './report-paper.ts'

interface Printing {
  viewer: Viewer
  of: PatientOfResult
  reader: ResultReader
  requestId: string
  /** Aborted when the reader has gone. */
  signal: AbortSignal
}

/**
 * The report as PDF with a code of its own; what it shows is read from then on.
 * @throws Problem `second_factor_stale`, `not_found`, `too_many_requests`, `not_ready`, `unauthorized`
 */
export async function printReport(
  context: ApiContext,
  { viewer, of, reader, requestId, signal }: Printing,
): Promise<{ pdf: Uint8Array<ArrayBuffer>; orderNumber: string }> {
  const { database, limits, settings, partner, typesetter, now } = context
  const { userId } = viewer
  const { report, rows, values, seen } = await readPatientReport(context, { viewer, reader, requestId, of })
  await limits.consume('paperPerAccount', userId)
  // Its code opens the results for half a year, so it is issued only if the session has not ended in the meantime.
  const issued = await database.transaction(async (queries) => {
    await holdOwnAccount(queries, viewer)
    return issuePaper(queries, { of, rows, values, now: now() })
  })
  const code = printedCode(issued.code)
  const paper = reportPaper({
    report,
    code,
    verifyUrl: shopLink(settings, 'verifyReport'),
    verifyCodeUrl: shopLink(settings, 'verifyReport', { query: { documentNumber: code } }),
    issuedAt: issued.issuedAt,
    partner,
    locale: reader.locale,
    businessTimeZone: reader.businessTimeZone,
  })
  const pdf = await typesetter.typeset(paper, { userId, signal })
  // Not before: a paper that is refused or fails shows nothing.
  await markRead(database.queries, { userId, results: seen })
  return { pdf: new Uint8Array(pdf), orderNumber: report.orderNumber }
}
