import type { Queries } from '@shop/database/open-database'
import { inArray } from 'drizzle-orm'
import type { ReportedAnalysis } from './reported.ts'
import { reportIdentifiers } from './tables.ts'

/**
 * Gives the identifiers of reports to their analyses where they are still free; waits for a bundle under way that has
 * taken one. Answers whose each is: the id of an analysis result by the identifier.
 */
export async function claimIdentifiers(
  queries: Queries,
  reports: readonly (Pick<ReportedAnalysis, 'identifier' | 'analysisResultId'> & { ownerId: string })[],
): Promise<ReadonlyMap<string, string>> {
  if (reports.length === 0) return new Map()
  // In one order, so that two bundles with the same identifiers don't wait for each other in a circle.
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
