import { Problem } from '@shop/contract/problem'
import type { SharedReport } from '@shop/contract/results'
import { hashToken } from '../../accounts/secrets.ts'
import { type AuditEntry, audit } from '../../audit/audit.ts'
import type { ApiContext } from '../../context.ts'
import { findPatientAnalyses, findValues } from '../analysis-queries.ts'
import { type ResultReader, toPatientReport } from '../wire-result.ts'
import { findByAccessKey } from './share-queries.ts'

/**
 * What a doctor who has opened a link sees: the patient's reports of one order as they are now.
 * @throws Problem not_found
 */
export async function readSharedReport(
  { database, sealing, now }: Pick<ApiContext, 'database' | 'sealing' | 'now'>,
  input: { token: string; accessKey: string; reader: ResultReader; requestId: string },
): Promise<SharedReport> {
  const { queries } = database
  const share = await findByAccessKey(queries, {
    tokenHash: hashToken(input.token),
    accessKeyHash: hashToken(input.accessKey),
    kind: 'page',
    now: now(),
  })
  if (!share) throw new Problem('not_found')
  const rows = await findPatientAnalyses(sealing, queries, share)
  const reported = rows.filter(({ result }) => result.status !== null)
  const ids = reported.map(({ result }) => result.id)
  const values = await findValues(sealing, queries, { userId: share.userId, analysisResultIds: ids })
  const entry = { requestId: input.requestId, userId: null, actor: 'user', action: 'read' } as const
  await audit(queries, ...ids.map((id): AuditEntry => ({ ...entry, kind: 'testResult', id })))
  return {
    expiresAt: share.expiresAt.toISOString(),
    report: toPatientReport(rows, values, input.reader),
  }
}
