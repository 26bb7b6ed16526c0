import type { Queries } from '@shop/database/open-database'
import type { Viewer } from '../api.ts'
import { type AuditActor, audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { assertFreshProof } from './is-fresh-proof.ts'
import { holdOwnAccount } from './lock-account.ts'
import { assertFreshSecondFactor } from './second-factor/take-code.ts'

/**
 * Everything held about the account, one member per area, as one JSON object.
 * @throws Problem `proof_required`, `too_many_requests`, `unauthorized`
 */
export async function exportAccount(
  { database, limits, personalData, now }: ApiContext,
  { viewer, requestId }: { viewer: Viewer; requestId: string },
): Promise<Record<string, unknown>> {
  const { userId } = viewer
  assertFreshProof(viewer, now())
  assertFreshSecondFactor(viewer, now())
  await limits.consume('exportPerAccount', userId)
  const elsewhere = await askElsewhere({ personalData }, userId)
  const by = { requestId, userId, actor: 'user' } as const
  return database.transaction(async (queries) => {
    await holdOwnAccount(queries, viewer)
    return exportUser({ personalData, now }, queries, { userId, by, elsewhere, withResults: true })
  })
}

/** What other programs hold about the account, by their names, for `exportUser`. @throws Problem `not_ready` */
export async function askElsewhere(
  { personalData }: Pick<ApiContext, 'personalData'>,
  userId: string,
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  for (const { name, ask } of personalData.elsewhere()) answers[name] = await ask(userId)
  return answers
}

/**
 * As `exportAccount`, inside a transaction and for any actor; `withResults` says whether the actor may see
 * results.
 */
export async function exportUser(
  { personalData, now }: Pick<ApiContext, 'personalData' | 'now'>,
  queries: Queries,
  {
    userId,
    by,
    elsewhere,
    withResults,
  }: { userId: string; by: AuditActor; elsewhere: Record<string, unknown>; withResults: boolean },
): Promise<Record<string, unknown>> {
  await audit(queries, { ...by, action: 'read', kind: 'export', id: userId })
  const data: Record<string, unknown> = { exportedAt: now().toISOString() }
  const holders = personalData.holders().filter(({ includesResults }) => withResults || !includesResults)
  for (const { name, export: exportData } of holders) {
    data[name] = await exportData(queries, userId)
  }
  return { ...data, ...elsewhere }
}
