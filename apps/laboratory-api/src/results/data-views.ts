import { createRoute, z } from '@hono/zod-openapi'
import { dataViewSchema, type PersonalDataView } from '@shop/contract/results'
import type { Queries } from '@shop/database/open-database'
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type Api, json, problems, requireViewer, USER_SECURITY } from '../api.ts'
import { auditEntries } from '../audit/tables.ts'
import { laboratoryClients } from '../clients/tables.ts'
import type { ApiContext } from '../context.ts'
import { orders } from '../orders/tables.ts'
import { staffAccounts } from '../staff/tables.ts'
import { analysisResults, testResults } from './tables.ts'

/** More than anybody reads; what is older stands in the audit. */
const SHOWN = 200

const WHO = { laboratorySystem: 'laboratory', user: 'link', paper: 'paper', staff: 'staff' } as const

interface LookedAt {
  kind: 'order' | 'testResult'
  objectId: string
  orderId: string
}

/** What of an account somebody can have looked at. */
async function findObjects(queries: Queries, userId: string): Promise<LookedAt[]> {
  const ordered = await queries.select({ orderId: orders.id }).from(orders).where(eq(orders.userId, userId))
  const reported = await queries
    .select({
      orderId: testResults.orderId,
      testResultId: testResults.id,
      analysisResultId: analysisResults.id,
    })
    .from(testResults)
    .leftJoin(analysisResults, eq(analysisResults.testResultId, testResults.id))
    .where(eq(testResults.userId, userId))
  const found = new Map<string, LookedAt>()
  for (const { orderId } of ordered) found.set(orderId, { kind: 'order', objectId: orderId, orderId })
  for (const { orderId, testResultId, analysisResultId } of reported) {
    for (const objectId of [testResultId, analysisResultId]) {
      if (objectId !== null) found.set(objectId, { kind: 'testResult', objectId, orderId })
    }
  }
  return [...found.values()]
}

/**
 * Who but the account itself read its orders and results, or released a result, newest first: a line for each reader, order and day
 * of UTC, since a laboratory's system asks every few minutes.
 */
export async function findDataViews(queries: Queries, userId: string): Promise<PersonalDataView[]> {
  const objects = await findObjects(queries, userId)
  if (objects.length === 0) return []
  const texts = (values: readonly string[]) => sql`${sql.param(values)}::text[]`
  const columns = {
    kinds: objects.map(({ kind }) => kind),
    ids: objects.map(({ objectId }) => objectId),
    orders: objects.map(({ orderId }) => orderId),
  }
  const { actor, action, clientId, at, requestId } = auditEntries
  const releasedBy = sql<string | null>`case when ${action} = 'release' then ${staffAccounts.name} end`
  const last = sql<Date>`max(${at})`.mapWith(at)
  const rows = await queries
    .select({
      actor,
      laboratory: laboratoryClients.name,
      orderId: orders.id,
      orderNumber: orders.number,
      first: sql<Date>`min(${at})`.mapWith(at),
      last,
      times: sql<number>`count(distinct ${requestId})`.mapWith(Number),
      releasedBy,
    })
    .from(auditEntries)
    .innerJoin(
      sql`unnest(${texts(columns.kinds)}, ${texts(columns.ids)}, ${texts(columns.orders)}) as object(kind, id, order_id)`,
      sql`object.kind = ${auditEntries.kind} and object.id = ${auditEntries.objectId}`,
    )
    .innerJoin(orders, sql`${orders.id} = object.order_id::uuid`)
    .leftJoin(laboratoryClients, eq(laboratoryClients.id, clientId))
    .leftJoin(staffAccounts, eq(staffAccounts.id, auditEntries.staffId))
    .where(
      and(
        // By its index, in each month: joined alone, all that anybody ever read would be gone through.
        inArray(auditEntries.kind, ['order', 'testResult']),
        sql`${auditEntries.objectId} = any(${texts(columns.ids)})`,
        inArray(action, ['read', 'release']),
        isNull(auditEntries.userId),
        eq(orders.userId, userId),
        inArray(actor, ['laboratorySystem', 'user', 'paper', 'staff']),
      ),
    )
    .groupBy(
      actor,
      clientId,
      laboratoryClients.name,
      releasedBy,
      orders.id,
      orders.number,
      sql`date_trunc('day', ${at}, 'UTC')`,
    )
    .orderBy(desc(last))
    .limit(SHOWN)
  return rows.map(({ actor: by, first, last: until, ...row }) => ({
    ...row,
    by: WHO[by as keyof typeof WHO],
    firstAt: first.toISOString(),
    lastAt: until.toISOString(),
  }))
}

const dataViewsRoute = createRoute({
  method: 'get',
  path: '/users/current/data-views',
  operationId: 'dataViews',
  tags: ['Personal data'],
  summary: 'Who else read the orders and results of the account, or released a result, newest first',
  description:
    'A line for each reader, order and day: a laboratory, a doctor with a link, who holds a printed report and has the PIN, or the network’s own people.',
  security: USER_SECURITY,
  responses: { 200: json(z.array(dataViewSchema), 'At most 200 lines'), ...problems('unauthorized') },
})

export function registerDataViewsRoute(api: Api, { database }: ApiContext): void {
  api.openapi(dataViewsRoute, async (c) =>
    c.json(await findDataViews(database.queries, requireViewer(c).userId), 200),
  )
}
