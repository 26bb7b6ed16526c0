import type { Queries } from '@shop/database/open-database'
import { and, eq, isNull, ne, or } from 'drizzle-orm'
import type { ReportedSpecimen } from './reported.ts'
import { analysisResults } from './tables.ts'

/** Notes when and what was taken; answers whether that was new. */
export async function storeSpecimen(
  queries: Queries,
  { analysisResultId, identifier, kind, collectedAt }: ReportedSpecimen,
): Promise<boolean> {
  const isOther = or(
    isNull(analysisResults.collectedAt),
    ne(analysisResults.collectedAt, collectedAt),
    ne(analysisResults.specimenIdentifier, identifier),
  )
  const written = await queries
    .update(analysisResults)
    .set({
      specimenIdentifier: identifier,
      collectedAt,
      sampledAt: collectedAt,
      ...(kind === null ? {} : { specimen: kind }),
    })
    .where(and(eq(analysisResults.id, analysisResultId), isOther))
    .returning({ id: analysisResults.id })
  return written.length > 0
}
