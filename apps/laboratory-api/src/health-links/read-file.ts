import { Problem } from '@shop/contract/problem'
import { CompactEncrypt } from 'jose'
import { hashToken } from '../accounts/secrets.ts'
import { type AuditEntry, audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { findPatientAnalyses, findValues } from '../results/analysis-queries.ts'
import { healthLinkKey } from '../results/sharing/health-link.ts'
import { findByAccessKey, type ShareRow } from '../results/sharing/share-queries.ts'
import { toReportDocument } from './report-document.ts'

export interface EncryptedFile {
  jwe: string
  /** When its reports last changed. */
  lastUpdated: string
}

/** A patient's current reports, encrypted with the key of the link. @throws Problem not_found */
export async function encryptReport(
  context: ApiContext,
  { share, token, requestId }: { share: ShareRow; token: string; requestId: string },
): Promise<EncryptedFile> {
  const { database, sealing } = context
  const { queries } = database
  const rows = await findPatientAnalyses(sealing, queries, share)
  const reported = rows.filter(({ result }) => result.status !== null)
  if (reported.length === 0 || !share.healthLinkSalt) throw new Problem('not_found')
  const ids = reported.map(({ result }) => result.id)
  const values = await findValues(sealing, queries, { userId: share.userId, analysisResultIds: ids })
  const entry = { requestId, userId: null, actor: 'user', action: 'read' } as const
  await audit(queries, ...ids.map((id): AuditEntry => ({ ...entry, kind: 'testResult', id })))
  const document = JSON.stringify(toReportDocument(context, reported, values))
  const jwe = await new CompactEncrypt(new TextEncoder().encode(document))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', cty: 'application/fhir+json' })
    .encrypt(healthLinkKey(token, share.healthLinkSalt))
  const times = reported.map(({ result }) => result.changedAt.getTime())
  return { jwe, lastUpdated: new Date(Math.max(...times)).toISOString() }
}

/** As `encryptReport`, at the location that a manifest gave. @throws Problem not_found */
export async function readFile(
  context: ApiContext,
  { token, accessKey, requestId }: { token: string; accessKey: string; requestId: string },
): Promise<string> {
  const share = await findByAccessKey(context.database.queries, {
    tokenHash: hashToken(token),
    accessKeyHash: hashToken(accessKey),
    kind: 'healthLink',
    now: context.now(),
  })
  if (!share) throw new Problem('not_found')
  return (await encryptReport(context, { share, token, requestId })).jwe
}
