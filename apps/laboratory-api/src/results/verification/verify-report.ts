import { Problem } from '@shop/contract/problem'
import type { VerifiedReport } from '@shop/contract/results'
import { eq } from 'drizzle-orm'
import { type AuditEntry, audit } from '../../audit/audit.ts'
import type { ApiContext } from '../../context.ts'
import { networkOf } from '../../network-of.ts'
import { findPatientAnalyses, findValues } from '../analysis-queries.ts'
import { statementHash, typedCode } from '../paper/issue-document.ts'
import { reportDocuments } from '../tables.ts'
import { type ResultReader, toPatientReport } from '../wire-result.ts'

/**
 * What a printed report should say: for whoever holds the paper and knows the date of birth. A wrong code and a
 * wrong date are the same answer. @throws Problem not_found, too_many_requests
 */
export async function verifyReport(
  { database, limits }: Pick<ApiContext, 'database' | 'limits'>,
  input: {
    code: string
    dateOfBirth: string
    clientAddress: string
    reader: ResultReader
    requestId: string
  },
): Promise<VerifiedReport> {
  const { queries } = database
  const code = typedCode(input.code)
  await limits.consume('reportCheckPerNetwork', networkOf(input.clientAddress))
  await limits.consume('reportCheckPerCode', code)
  const [document] = await queries.select().from(reportDocuments).where(eq(reportDocuments.code, code))
  const rows = document ? await findPatientAnalyses(queries, document) : []
  if (!document || rows[0]?.patient.dateOfBirth !== input.dateOfBirth) throw new Problem('not_found')
  const ids = rows.map(({ result }) => result.id)
  const values = await findValues(queries, ids)
  const entry = { requestId: input.requestId, userId: null, actor: 'user', action: 'read' } as const
  await audit(queries, ...ids.map((id): AuditEntry => ({ ...entry, kind: 'testResult', id })))
  return {
    issuedAt: document.issuedAt.toISOString(),
    current: document.contentHash === statementHash(rows, values),
    report: toPatientReport(rows, values, input.reader),
  }
}
