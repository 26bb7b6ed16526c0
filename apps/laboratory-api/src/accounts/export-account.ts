import { audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'

/** Everything held about the account, one member per area, as one JSON object. @throws Problem `too_many_requests` */
export async function exportAccount(
  { database, limits, personalData, now }: ApiContext,
  { userId, requestId }: { userId: string; requestId: string },
): Promise<Record<string, unknown>> {
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
