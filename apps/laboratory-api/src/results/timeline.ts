import { createRoute } from '@hono/zod-openapi'
import { type Timeline, timelineSchema } from '@shop/contract/results'
import type { Queries } from '@shop/database/open-database'
import { asKnown, isFinal } from '@shop/domain/results'
import { inZone } from '@shop/domain/visit-slots'
import { and, asc, desc, eq } from 'drizzle-orm'
import { type Api, json, problems, requireViewer, USER_SECURITY, type Viewer } from '../api.ts'
import { audit } from '../audit/audit.ts'
import { inLanguage } from '../catalogue/localised.ts'
import type { ApiContext } from '../context.ts'
import { orderLines, orderPatients } from '../orders/tables.ts'
import { findValues } from './analysis-queries.ts'
import { formatValue } from './format-value.ts'
import { asShown } from './held/as-shown.ts'
import { readerOf } from './reader.ts'
import { analysisResults, type ObservationRow, testResults } from './tables.ts'
import { isUnread, type ResultReader } from './wire-result.ts'

/** How many of the newest results are on the axis; older ones are only in the list. */
const RESULTS = 100

const route = createRoute({
  method: 'get',
  path: '/test-results/timeline',
  operationId: 'timeline',
  tags: ['Results'],
  summary: 'What each patient of the account was tested for, and when',
  description: `The newest ${RESULTS} results. The newest final result of each analysis has its value. Marks nothing as read.`,
  security: USER_SECURITY,
  responses: {
    200: json(timelineSchema, 'Each patient with the samples, newest first'),
    ...problems('unauthorized', 'second_factor_stale'),
  },
})

/** Registered before the route of one result, which would take the word for its id. */
export function registerTimelineRoute(api: Api, context: ApiContext): void {
  api.openapi(route, async (c) => {
    const reading = { viewer: requireViewer(c), reader: readerOf(context, c), requestId: c.var.requestId }
    return c.json(await readTimeline(context, reading), 200)
  })
}

type Row = Awaited<ReturnType<typeof findSamples>>[number]

async function readTimeline(
  { database: { queries }, sealing }: Pick<ApiContext, 'database' | 'sealing'>,
  { viewer: { userId }, reader, requestId }: { viewer: Viewer; reader: ResultReader; requestId: string },
): Promise<Timeline> {
  const found = await findSamples(queries, userId)
  const rows = found.map((row) => ({ ...row, result: asShown(row.result) }))
  const newest = newestOfOneValue(rows)
  const values = await findValues(sealing, queries, { userId, analysisResultIds: newest })
  const entry = { requestId, userId, actor: 'user', action: 'read', kind: 'testResult' } as const
  await audit(queries, ...[null, ...newest].map((id) => ({ ...entry, id })))
  const people = Map.groupBy(rows, ({ result }) => result.patientId)
  return {
    people: [...people].map(([id, own]) => ({
      id,
      firstName: own[0]!.firstName,
      lastName: own[0]!.lastName,
      samples: [...Map.groupBy(own, ({ result }) => result.testResultId).values()].map((sample) =>
        toSample(sample, values, reader),
      ),
    })),
  }
}

/** The analyses of the account's newest results, newest first. */
function findSamples(queries: Queries, userId: string) {
  const newest = queries
    .select({ id: testResults.id, sampledAt: testResults.sampledAt })
    .from(testResults)
    .where(eq(testResults.userId, userId))
    .orderBy(desc(testResults.sampledAt), desc(testResults.id))
    .limit(RESULTS)
    .as('newest')
  const { orderId, linePosition, patientId, ...columns } = analysisResults
  return queries
    .select({
      result: {
        id: columns.id,
        testResultId: columns.testResultId,
        patientId,
        analysisId: columns.analysisId,
        status: columns.status,
        valueCount: columns.valueCount,
        outsideCount: columns.outsideCount,
        judgedCount: columns.judgedCount,
        hasCritical: columns.hasCritical,
        heldSince: columns.heldSince,
        changedAt: columns.changedAt,
        readAt: columns.readAt,
      },
      sampledAt: newest.sampledAt,
      name: orderLines.name,
      firstName: orderPatients.firstName,
      lastName: orderPatients.lastName,
    })
    .from(newest)
    .innerJoin(analysisResults, eq(analysisResults.testResultId, newest.id))
    .innerJoin(orderLines, and(eq(orderLines.orderId, orderId), eq(orderLines.position, linePosition)))
    .innerJoin(orderPatients, and(eq(orderPatients.orderId, orderId), eq(orderPatients.patientId, patientId)))
    .orderBy(desc(newest.sampledAt), desc(newest.id), asc(linePosition))
}

/** The newest final result of each analysis of a person, if it is a single value. */
function newestOfOneValue(rows: readonly Row[]): string[] {
  const newest = new Map<string, Row['result']>()
  for (const { result } of rows) {
    const key = `${result.patientId} ${result.analysisId}`
    if (isFinal(result.status) && !newest.has(key)) newest.set(key, result)
  }
  return [...newest.values()].flatMap(({ id, valueCount }) => (valueCount === 1 ? [id] : []))
}

function toSample(
  rows: readonly Row[],
  values: ReadonlyMap<string, readonly ObservationRow[]>,
  { locale, businessTimeZone }: ResultReader,
): Timeline['people'][number]['samples'][number] {
  const [{ result: first, sampledAt }] = rows as [Row]
  return {
    testResultId: first.testResultId,
    sampledAt: inZone(sampledAt.toISOString(), businessTimeZone),
    analyses: rows.map(({ result, name }) => {
      const { id, analysisId, status, valueCount, outsideCount, judgedCount, hasCritical } = result
      const value = values.get(id)?.find(({ supersededAt }) => supersededAt === null)
      return {
        id,
        analysisId,
        name: inLanguage(name, locale),
        status,
        unread: isUnread(result),
        valueCount,
        outsideCount,
        judgedCount: judgedCount ?? 0,
        hasCritical,
        value: value ? formatValue(value, locale) : null,
        ...asKnown(value?.interpretation ?? null),
      }
    }),
  }
}
