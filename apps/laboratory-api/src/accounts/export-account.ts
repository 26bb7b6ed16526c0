import type { Viewer } from '../api.ts'
import { audit } from '../audit/audit.ts'
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
  return database.transaction(async (queries) => {
    await audit(queries, { requestId, userId, actor: 'user', action: 'read', kind: 'export', id: userId })
    const data: Record<string, unknown> = { exportedAt: now().toISOString() }
    for (const { name, export: exportData } of personalData.holders()) {
      data[name] = await exportData(queries, userId)
    }
    return data
  })
}
