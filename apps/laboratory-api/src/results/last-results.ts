import { createRoute, z } from '@hono/zod-openapi'
import { type LastResult, lastResultSchema } from '@shop/contract/results'
import { FINAL_STATUSES } from '@shop/domain/results'
import { inZone } from '@shop/domain/visit-slots'
import { and, eq, inArray, isNull, notExists, sql } from 'drizzle-orm'
import { limitedOwner } from '../accounts/processing-limits.ts'
import { type Api, json, problems, requireViewer, USER_SECURITY, type Viewer } from '../api.ts'
import { audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { findValues } from './analysis-queries.ts'
import { formatValue } from './format-value.ts'
import { readerOf } from './reader.ts'
import { analysisResults, testResults } from './tables.ts'
import type { ResultReader } from './wire-result.ts'

const AT_MOST_FIFTY_IDS = /^\d{1,9}(?:,\d{1,9}){0,49}$/

const route = createRoute({
  method: 'get',
  path: '/test-results/last',
  operationId: 'lastResults',
  tags: ['Results'],
  summary: 'When each patient of the account last had one of these analyses, and the results',
  description:
    'Marks nothing as read. Empty for accounts with an objection or a restriction of processing, since no order needs it.',
  security: USER_SECURITY,
  request: {
    query: z.object({
      analysisIds: z
        .string()
        .regex(AT_MOST_FIFTY_IDS)
        .meta({ description: 'Ids, separated by commas, at most 50', example: '1,2' }),
    }),
  },
  responses: {
    200: json(z.array(lastResultSchema), 'Only final values, the newest of each patient and analysis'),
    ...problems('unauthorized', 'second_factor_stale', 'invalid_fields'),
  },
})

/** Registered before the route of one result, which would take the word for its id. */
export function registerLastResultsRoute(api: Api, context: ApiContext): void {
  api.openapi(route, async (c) => {
    const analysisIds = c.req.valid('query').analysisIds.split(',').map(Number)
    const reading = { viewer: requireViewer(c), reader: readerOf(context, c), requestId: c.var.requestId }
    return c.json(await readLastResults(context, { ...reading, analysisIds }), 200)
  })
}

interface Asked {
  viewer: Viewer
  reader: ResultReader
  requestId: string
  analysisIds: readonly number[]
}

async function readLastResults(
  { database: { queries }, sealing }: Pick<ApiContext, 'database' | 'sealing'>,
  { viewer: { userId }, reader, requestId, analysisIds }: Asked,
): Promise<LastResult[]> {
  const { id, patientId, analysisId, sampledAt, status, testResultId } = analysisResults
  const rows = await queries
    .select({ id, patientId, analysisId, sampledAt })
    .from(analysisResults)
    .innerJoin(testResults, eq(testResults.id, testResultId))
    .where(
      and(
        eq(testResults.userId, userId),
        inArray(analysisId, [...analysisIds]),
        inArray(status, [...FINAL_STATUSES]),
        isNull(analysisResults.heldSince),
        notExists(limitedOwner(queries, testResults.userId)),
        sql`not exists (
          select from laboratory.analysis_result newer
          where newer.patient_id = ${patientId} and newer.analysis_id = ${analysisId}
            and ${inArray(sql`newer.status`, [...FINAL_STATUSES])} and newer.held_since is null
            and (newer.sampled_at, newer.id) > (${sampledAt}, ${id}))`,
      ),
    )
  const ids = rows.map((row) => row.id)
  const values = await findValues(sealing, queries, { userId, analysisResultIds: ids })
  const entry = { requestId, userId, actor: 'user', action: 'read', kind: 'testResult' } as const
  await audit(queries, ...ids.map((read) => ({ ...entry, id: read })))
  return rows.map((row) => {
    const [only, ...others] = (values.get(row.id) ?? []).filter((value) => value.supersededAt === null)
    return {
      patientId: row.patientId,
      analysisId: row.analysisId,
      sampledAt: inZone(row.sampledAt.toISOString(), reader.businessTimeZone),
      value: only && others.length === 0 ? formatValue(only, reader.locale) : null,
    }
  })
}
