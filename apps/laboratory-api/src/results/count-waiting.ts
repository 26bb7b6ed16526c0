import { LISTED } from '@shop/contract/desk'
import type { WaitingResults } from '@shop/contract/staff'
import type { Queries } from '@shop/database/open-database'
import { type LaboratoryScope, type StaffGrant, scopeOf } from '@shop/domain/staff'
import { type SQL, sql } from 'drizzle-orm'
import { waitingResults } from './result-at-desk.ts'
import { analysisResults, criticalOpenSince } from './tables.ts'

/**
 * How many results the desk's lists have that wait for a call or for a release, where these grants show them: up to one
 * more than a list shows. Undefined: they show neither. One statement, for every page of the desk.
 */
export async function countWaiting(
  queries: Queries,
  grants: readonly StaffGrant[],
): Promise<WaitingResults | undefined> {
  const [criticals, held] = [scopeOf(grants, 'criticals.read'), scopeOf(grants, 'heldResults.read')]
  if (criticals.length === 0 && held.length === 0) return undefined
  const waiting = (since: SQL, scope: LaboratoryScope) =>
    waitingResults(queries, { since, scope, limit: LISTED + 1 })
  const [open, unreleased] = [criticalOpenSince(analysisResults), sql`${analysisResults.heldSince}`]
  const { rows } = await queries.execute<WaitingResults & Record<string, unknown>>(sql`select
    (select count(*)::int from ${waiting(open, criticals)} critical) as "criticalValues",
    (select count(*)::int from ${waiting(unreleased, held)} held) as "heldResults"`)
  return rows[0]
}
