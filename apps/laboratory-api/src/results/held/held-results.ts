import { LISTED } from '@shop/contract/desk'
import type { HeldDetails, HeldResults } from '@shop/contract/held-results'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import type { Locale } from '@shop/domain/locale'
import type { LaboratoryScope } from '@shop/domain/staff'
import { and, asc, eq, isNotNull, or, type SQL } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import { inScope } from '../../orders/orders-in-scope.ts'
import { orderLines, orderPatients, orders } from '../../orders/tables.ts'
import { auditList, auditStaff, type StaffActor } from '../../staff/audit-staff.ts'
import { staffAccounts } from '../../staff/tables.ts'
import {
  isUntold,
  ofItsPatient,
  ofLine,
  readResultValues,
  reportCount,
  resultHead,
  toResultHead,
} from '../result-at-desk.ts'
import { analysisResults } from '../tables.ts'

/** Results that wait for a release, or have waited for one. */
export async function findHeld(queries: Queries, { id, scope }: { id?: string; scope: LaboratoryScope }) {
  const { heldSince, releasedAt, releasedBy } = analysisResults
  const wanted: SQL | undefined =
    id === undefined
      ? isNotNull(heldSince)
      : and(eq(analysisResults.id, id), or(isNotNull(heldSince), isNotNull(releasedAt)))
  return queries
    .select({ ...resultHead, isUntold, version: reportCount, releasedBy: staffAccounts.name })
    .from(analysisResults)
    .innerJoin(orders, eq(orders.id, analysisResults.orderId))
    .innerJoin(orderLines, ofLine)
    .innerJoin(orderPatients, ofItsPatient)
    .leftJoin(staffAccounts, eq(staffAccounts.id, releasedBy))
    .where(and(wanted, inScope(scope)))
    .orderBy(asc(heldSince))
    .limit(LISTED)
}

interface Look {
  actor: StaffActor
  scope: LaboratoryScope
  locale: Locale
}

/** The waiting results, longest first. */
export async function listHeld(
  { database: { queries }, settings, now }: ApiContext,
  { actor, scope, locale }: Look,
): Promise<HeldResults> {
  const rows = await findHeld(queries, { scope })
  await auditList(queries, actor, { kind: 'testResult', ids: rows.map(({ result }) => result.id) }, now())
  return {
    policy: settings.resultRelease,
    results: rows.map((row) => ({
      ...toResultHead(row, locale),
      heldSince: row.result.heldSince!.toISOString(),
      hasCritical: row.result.hasCritical,
    })),
  }
}

/** One result with its values, even once it is released. @throws Problem `not_found` */
export async function readHeld(
  { database: { queries }, sealing }: ApiContext,
  { id, actor, scope, locale }: Look & { id: string },
): Promise<HeldDetails> {
  const [row] = await findHeld(queries, { id, scope })
  if (!row) throw new Problem('not_found')
  await auditStaff(queries, actor, { action: 'read', kind: 'testResult', id })
  const { result } = row
  return {
    ...toResultHead(row, locale),
    ...(await readResultValues(sealing, queries, { result, locale })),
    heldSince: result.heldSince?.toISOString() ?? null,
    hasCritical: result.hasCritical,
    release: releaseOf(row),
    isCalled: !row.isUntold,
    version: row.version,
  }
}

export function releaseOf({
  result: { releasedAt },
  releasedBy,
}: Pick<Awaited<ReturnType<typeof findHeld>>[number], 'result' | 'releasedBy'>): HeldDetails['release'] {
  return releasedAt && { releasedAt: releasedAt.toISOString(), releasedBy: releasedBy ?? '' }
}
