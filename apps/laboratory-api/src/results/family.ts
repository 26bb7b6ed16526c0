import { createRoute } from '@hono/zod-openapi'
import { familySchema } from '@shop/contract/family'
import type { DueRepeat } from '@shop/contract/repeats'
import { isSecondFactorFresh } from '../accounts/second-factor/take-code.ts'
import { type Api, json, problems, requireViewer, USER_SECURITY } from '../api.ts'
import { audit } from '../audit/audit.ts'
import { inLanguage } from '../catalogue/localised.ts'
import type { ApiContext } from '../context.ts'
import { readOrdersUnderWay } from '../orders/order-queries.ts'
import { orderReaderOf, toOrder } from '../orders/wire-order.ts'
import { readerOf } from './reader.ts'
import { type DueRepeatRow, listDueRepeats } from './repeats/repeat-queries.ts'
import { listTestResults } from './test-result-queries.ts'
import { type ResultReader, toTestResultSummary } from './wire-result.ts'

/** How many of the newest results the start page shows. */
const RESULTS = 3

const route = createRoute({
  method: 'get',
  path: '/family',
  operationId: 'family',
  tags: ['Results'],
  summary: 'What is next for the patients of the account: orders in progress, and the newest results',
  description:
    'Orders that wait for their payment, their visit or their results, among the newest 20, and tests that the owner wanted to repeat by now. Marks nothing as read.',
  security: USER_SECURITY,
  responses: {
    200: json(familySchema, 'Orders newest first, results newest sample first'),
    ...problems('unauthorized'),
  },
})

/** Always four statements, since the start page waits for it. */
export function registerFamilyRoute(api: Api, context: ApiContext): void {
  const { database, now } = context
  api.openapi(route, async (c) => {
    const viewer = requireViewer(c)
    const { userId } = viewer
    const reader = readerOf(context, c)
    const orders = await readOrdersUnderWay(database.queries, userId)
    const results = isSecondFactorFresh(viewer, now())
      ? await listTestResults(database.queries, { userId, after: null, limit: RESULTS })
      : null
    const repeats = await listDueRepeats(database.queries, userId, reader.today)
    const entry = { requestId: c.var.requestId, userId, actor: 'user', action: 'read' } as const
    await audit(
      database.queries,
      ...orders.map(({ order: { id } }) => ({ ...entry, kind: 'order' as const, id })),
      // One for the list, as where results are listed.
      ...(results || repeats.length > 0 ? [{ ...entry, kind: 'testResult' as const, id: null }] : []),
    )
    const orderReader = orderReaderOf(context, c.var.locale)
    return c.json(
      {
        orders: orders.map((order) => toOrder(order, orderReader)),
        results: results?.map((result) => toTestResultSummary(result, reader)) ?? null,
        repeats: repeats.map((repeat) => toDueRepeat(repeat, reader)),
      },
      200,
    )
  })
}

function toDueRepeat(row: DueRepeatRow, { locale }: ResultReader): DueRepeat {
  const { testResultId, orderId, month, patientId, firstName, analysisCount, firstAnalyses } = row
  return {
    testResultId,
    orderId,
    month,
    patient: {
      id: patientId,
      firstName,
      analysisCount,
      firstAnalyses: firstAnalyses.map(({ id, name }) => ({ id, name: inLanguage(name, locale) })),
    },
  }
}
