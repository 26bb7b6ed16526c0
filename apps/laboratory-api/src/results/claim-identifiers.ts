import type { Queries } from '@shop/database/open-database'
import { inArray } from 'drizzle-orm'
import type { ReportedAnalysis } from './reported.ts'
import { reportIdentifiers } from './tables.ts'

/**
 * Gives the identifiers of reports to their analyses if they are still free; waits for a concurrent bundle that has
 * taken one. Returns the id of the analysis result that each identifier belongs to.
 */
export async function claimIdentifiers(
  queries: Queries,
  reports: readonly (Pick<ReportedAnalysis, 'identifier' | 'analysisResultId'> & { ownerId: string })[],
): Promise<ReadonlyMap<string, string>> {
  if (reports.length === 0) return new Map()
  // In a fixed order, so that two bundles with the same identifiers do not deadlock.
  const rows = reports
    .map(({ identifier, analysisResultId, ownerId }) => ({ identifier, analysisResultId, ownerId }))
    .toSorted((one, other) => (one.identifier < other.identifier ? -1 : 1))
  await queries.insert(reportIdentifiers).values(rows).onConflictDoNothing()
  const owned = await queries
    .select()
    .from(reportIdentifiers)
    .where(
      inArray(
        reportIdentifiers.identifier,
        rows.map(({ identifier }) => identifier),
      ),
    )
  return new Map(owned.map(({ identifier, analysisResultId }) => [identifier, analysisResultId]))
}
