import type { Queries } from '@shop/database/open-database'
import { and, isNull, ne, or } from 'drizzle-orm'
import { isRow, type OwnedKey } from '../owned.ts'
import type { ReportedSpecimen } from './reported.ts'
import { analysisResults } from './tables.ts'

/** Records when and what was taken; returns whether that was new. */
export async function storeSpecimen(
  queries: Queries,
  { result, specimen }: { result: OwnedKey; specimen: ReportedSpecimen },
): Promise<boolean> {
  const { identifier, kind, collectedAt } = specimen
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
    .where(and(isRow(analysisResults, result), isOther))
    .returning({ id: analysisResults.id })
  return written.length > 0
}
