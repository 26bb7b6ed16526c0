import { createRoute, z } from '@hono/zod-openapi'
import { dataViewSchema, type PersonalDataView } from '@shop/contract/data-views'
import type { Queries } from '@shop/database/open-database'
import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { type Api, json, problems, requireViewer, USER_SECURITY } from '../api.ts'
import type { AuditEntry } from '../audit/audit.ts'
import { auditEntries } from '../audit/tables.ts'
import { laboratoryClients } from '../clients/tables.ts'
import type { ApiContext } from '../context.ts'
import { orders } from '../orders/tables.ts'
import { analysisResults, testResults } from '../results/tables.ts'
import { staffNames } from '../staff/staff-names.ts'
import { supportMessages } from '../support/tables.ts'
import { rightsRequests } from './tables.ts'

/** More than anyone reads; older entries are in the audit. */
const SHOWN = 200

const WHO = { laboratorySystem: 'laboratory', user: 'link', paper: 'paper', staff: 'staff' } as const

type About = PersonalDataView['about']

/** What can be viewed besides orders, by its kind in the audit. */
const BESIDES_ORDERS = {
  supportMessage: 'supportMessages',
  rightsRequest: 'rightsRequests',
  account: 'account',
  export: 'account',
} as const satisfies Partial<Record<AuditEntry['kind'], About>>

interface Viewable {
  kind: 'order' | 'testResult' | keyof typeof BESIDES_ORDERS
  objectId: string
  orderId: string | null
}

/** The objects of an account that others may have viewed. */
async function findObjects(queries: Queries, userId: string): Promise<Viewable[]> {
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
  const found = new Map<string, Viewable>()
  for (const { orderId } of ordered) found.set(orderId, { kind: 'order', objectId: orderId, orderId })
  for (const { orderId, testResultId, analysisResultId } of reported) {
    for (const objectId of [testResultId, analysisResultId]) {
      if (objectId !== null) found.set(objectId, { kind: 'testResult', objectId, orderId })
    }
  }
  const besidesOrders = (kind: keyof typeof BESIDES_ORDERS, ids: readonly { id: string }[]): Viewable[] =>
    ids.map(({ id }) => ({ kind, objectId: id, orderId: null }))
  const asked = await queries
    .select({ id: supportMessages.id })
    .from(supportMessages)
    .where(eq(supportMessages.userId, userId))
  const rights = await queries
    .select({ id: rightsRequests.id })
    .from(rightsRequests)
    .where(eq(rightsRequests.userId, userId))
  return [
    ...found.values(),
    ...besidesOrders('supportMessage', asked),
    ...besidesOrders('rightsRequest', rights),
    ...besidesOrders('account', [{ id: userId }]),
    ...besidesOrders('export', [{ id: userId }]),
  ]
}

/** The laboratories' names by the ids of their systems, read apart from the views as `staffNames` are. */
async function laboratoryNames(
  queries: Queries,
  clientIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const named = [...new Set(clientIds)].filter((id) => id !== null)
  if (named.length === 0) return new Map()
  const { id, name } = laboratoryClients
  const rows = await queries.select({ id, name }).from(laboratoryClients).where(inArray(id, named))
  return new Map(rows.map((row) => [row.id, row.name]))
}

/**
 * Who other than the account read its orders, results, messages, requests and account data, released a
 * result, or tried a wrong PIN. Newest first. One line for each reader, order or other object, and day in
 * UTC, because a laboratory's system asks every few minutes.
 */
async function findDataViews(queries: Queries, userId: string): Promise<PersonalDataView[]> {
  const objects = await findObjects(queries, userId)
  const texts = (values: readonly (string | null)[]) => sql`${sql.param(values)}::text[]`
  const columns = {
    kinds: objects.map(({ kind }) => kind),
    ids: objects.map(({ objectId }) => objectId),
    orders: objects.map(({ orderId }) => orderId),
    about: objects.map(
      ({ kind }): About => (kind === 'order' || kind === 'testResult' ? 'order' : BESIDES_ORDERS[kind]),
    ),
  }
  const about = sql<About>`object.about`
  const { actor, action, clientId, staffId, at, requestId } = auditEntries
  const releaser = sql<string | null>`case when ${action} = 'release' then ${staffId} end`
  const isRefused = sql<boolean>`${action} = 'refuse'`
  const last = sql<Date>`max(${at})`.mapWith(at)
  const rows = await queries
    .select({
      actor,
      client: clientId,
      about,
      orderId: orders.id,
      orderNumber: orders.number,
      first: sql<Date>`min(${at})`.mapWith(at),
      last,
      times: sql<number>`count(distinct ${requestId})`.mapWith(Number),
      releaser,
      isRefused,
    })
    .from(auditEntries)
    .innerJoin(
      sql`unnest(${texts(columns.kinds)}, ${texts(columns.ids)}, ${texts(columns.orders)}, ${texts(columns.about)}) as object(kind, id, order_id, about)`,
      sql`object.kind = ${auditEntries.kind} and object.id = ${auditEntries.objectId}`,
    )
    .leftJoin(orders, and(sql`${orders.id} = object.order_id::uuid`, eq(orders.userId, userId)))
    .where(
      and(
        // By its index, in each month: the join alone would scan the whole audit.
        inArray(auditEntries.kind, [...new Set(columns.kinds)]),
        sql`${auditEntries.objectId} = any(${texts(columns.ids)})`,
        inArray(action, ['read', 'release', 'refuse']),
        isNull(auditEntries.userId),
        or(sql`object.order_id is null`, isNotNull(orders.id)),
        inArray(actor, ['laboratorySystem', 'user', 'paper', 'staff']),
      ),
    )
    .groupBy(
      actor,
      clientId,
      releaser,
      isRefused,
      about,
      orders.id,
      orders.number,
      sql`date_trunc('day', ${at}, 'UTC')`,
    )
    .orderBy(desc(last))
    .limit(SHOWN)
  const laboratories = await laboratoryNames(
    queries,
    rows.map((row) => row.client),
  )
  const staff = await staffNames(
    queries,
    rows.map((row) => row.releaser),
  )
  return rows.map(({ actor: by, client, releaser, first, last: until, ...row }) => ({
    ...row,
    by: WHO[by as keyof typeof WHO],
    laboratory: laboratories.get(client ?? '') ?? null,
    releasedBy: staff.get(releaser ?? '') ?? null,
    firstAt: first.toISOString(),
    lastAt: until.toISOString(),
  }))
}

const dataViewsRoute = createRoute({
  method: 'get',
  path: '/users/current/data-views',
  operationId: 'dataViews',
  tags: ['Personal data'],
  summary:
    'Who else read the orders and results of the account, its messages to the support, its requests about data and the account itself, or released a result, newest first',
  description:
    'One line for each reader, order or other item, and day, and one for attempts on a printed report with a wrong PIN. Readers are laboratories, doctors with a link, people with a printed report and its PIN, and the network’s own people.',
  security: USER_SECURITY,
  responses: { 200: json(z.array(dataViewSchema), 'At most 200 lines'), ...problems('unauthorized') },
})

export function registerDataViewsRoute(api: Api, { database }: ApiContext): void {
  api.openapi(dataViewsRoute, async (c) =>
    c.json(await findDataViews(database.queries, requireViewer(c).userId), 200),
  )
}
