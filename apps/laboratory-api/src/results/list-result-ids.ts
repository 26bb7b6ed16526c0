import type { Queries } from '@shop/database/open-database'
import { eq } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { analysisResults, testResults } from './tables.ts'

/** The ids of the order's result and of the results of its analyses. */
export async function listResultIds(queries: Queries, orderId: string): Promise<string[]> {
  const rows = await unionAll(
    queries.select({ id: testResults.id }).from(testResults).where(eq(testResults.orderId, orderId)),
    queries
      .select({ id: analysisResults.id })
      .from(analysisResults)
      .where(eq(analysisResults.orderId, orderId)),
  )
  return rows.map(({ id }) => id)
}
