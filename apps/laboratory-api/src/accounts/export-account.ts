import type { Queries } from '@shop/database/open-database'
import type { Viewer } from '../api.ts'
import { type AuditActor, audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { assertFreshProof } from './is-fresh-proof.ts'
import { assertFreshSecondFactor } from './second-factor/take-code.ts'

/** Everything held about the account, one member per area, as one JSON object. @throws Problem `proof_required`, `too_many_requests` */
export async function exportAccount(
  { database, limits, personalData, now }: ApiContext,
  { viewer, requestId }: { viewer: Viewer; requestId: string },
): Promise<Record<string, unknown>> {
  const { userId } = viewer
  assertFreshProof(viewer, now())
  assertFreshSecondFactor(viewer, now())
  await limits.consume('exportPerAccount', userId)
  return database.transaction((queries) =>
    exportUser({ personalData, now }, queries, { userId, by: { requestId, userId, actor: 'user' } }),
  )
}

/** As `exportAccount`, inside a transaction, whoever does it. */
export async function exportUser(
  { personalData, now }: Pick<ApiContext, 'personalData' | 'now'>,
  queries: Queries,
  { userId, by }: { userId: string; by: AuditActor },
): Promise<Record<string, unknown>> {
  await audit(queries, { ...by, action: 'read', kind: 'export', id: userId })
  const data: Record<string, unknown> = { exportedAt: now().toISOString() }
  for (const { name, export: exportData } of personalData.holders()) {
    data[name] = await exportData(queries, userId)
  }
  return data
}
