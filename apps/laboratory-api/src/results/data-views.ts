import { createRoute, z } from '@hono/zod-openapi'
import { dataViewSchema, type PersonalDataView } from '@shop/contract/results'
import type { Queries } from '@shop/database/open-database'
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type Api, json, problems, requireViewer, USER_SECURITY } from '../api.ts'
import { auditEntries } from '../audit/tables.ts'
import { laboratoryClients } from '../clients/tables.ts'
import type { ApiContext } from '../context.ts'
import { orders } from '../orders/tables.ts'
import { analysisResults, testResults } from './tables.ts'

/** More than anybody reads; what is older stands in the audit. */
const SHOWN = 200

const WHO = { laboratorySystem: 'laboratory', user: 'link', paper: 'paper', staff: 'staff' } as const

/**
 * Who but the account itself read its orders and results, newest first: a line for each reader, order and day of UTC, since a
 * laboratory's system asks every few minutes.
 */
export async function findDataViews(queries: Queries, userId: string): Promise<PersonalDataView[]> {
  const isOwn = eq(orders.userId, userId)
  const named = (kind: string) => ({
    kind: sql<string>`${kind}::text`.as('look_kind'),
    orderId: sql<string>`${orders.id}`.as('look_order_id'),
  })
  const objects = queries
    .select({ ...named('order'), objectId: sql<string>`${orders.id}::text`.as('look_object_id') })
    .from(orders)
    .where(isOwn)
    .unionAll(
      queries
        .select({
          ...named('testResult'),
          objectId: sql<string>`${testResults.id}::text`.as('look_object_id'),
        })
        .from(testResults)
        .innerJoin(orders, eq(orders.id, testResults.orderId))
        .where(isOwn),
    )
    .unionAll(
      queries
        .select({
          ...named('testResult'),
          objectId: sql<string>`${analysisResults.id}::text`.as('look_object_id'),
        })
        .from(analysisResults)
        .innerJoin(orders, eq(orders.id, analysisResults.orderId))
        .where(isOwn),
    )
    .as('objects')
  const { actor, clientId, at, requestId } = auditEntries
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
    })
    .from(auditEntries)
    .innerJoin(objects, and(eq(objects.kind, auditEntries.kind), eq(objects.objectId, auditEntries.objectId)))
    .innerJoin(orders, sql`${orders.id} = ${objects.orderId}`)
    .leftJoin(laboratoryClients, eq(laboratoryClients.id, clientId))
    .where(
      and(
        eq(auditEntries.action, 'read'),
        isNull(auditEntries.userId),
        inArray(actor, ['laboratorySystem', 'user', 'paper', 'staff']),
      ),
    )
    .groupBy(
      actor,
      clientId,
      laboratoryClients.name,
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
  summary: 'Who else read the orders and results of the account, newest first',
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
