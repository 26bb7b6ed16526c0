import { createRoute } from '@hono/zod-openapi'
import { accountVersionSchema } from '@shop/contract/results'
import type { Queries } from '@shop/database/open-database'
import { preparedOnce } from '@shop/database/prepared-once'
import { sql } from 'drizzle-orm'
import { users } from '../accounts/tables.ts'
import { type Api, json, problems, requireViewer, USER_SECURITY } from '../api.ts'
import type { ApiContext } from '../context.ts'

const accountVersionRoute = createRoute({
  method: 'get',
  path: '/users/current/version',
  operationId: 'accountVersion',
  tags: ['Results'],
  summary: 'A version that changes with the newest orders and results',
  description:
    'Differs from the previous one once an order has changed its state or a result has arrived. It is cheap, reveals nothing else and is not recorded in the audit: open pages ask for it again and again.',
  security: USER_SECURITY,
  responses: { 200: json(accountVersionSchema, 'The version'), ...problems('unauthorized') },
})

const versionStatement = preparedOnce((queries) =>
  queries
    .select({
      version: sql<string>`concat_ws(' ',
        (select max(updated_at) from (
          select updated_at from laboratory.customer_order
          where user_id = ${sql.placeholder('userId')} order by id desc limit 20) newest_order),
        -- What waits for its release turns no page.
        (select max(greatest(created_at, case when held_since is null then changed_at else started_at end)) from (
          select id, created_at from laboratory.test_result
          where user_id = ${sql.placeholder('userId')} order by sampled_at desc, id desc limit 20) newest_result
          left join laboratory.analysis_result on test_result_id = newest_result.id))`,
    })
    .from(users)
    .where(sql`${users.id} = ${sql.placeholder('userId')}`)
    .prepare('account_version'),
)

async function accountVersion(queries: Queries, userId: string): Promise<string> {
  const [row] = await versionStatement(queries).execute({ userId })
  return row?.version ?? ''
}

export function registerAccountVersionRoute(api: Api, { database }: ApiContext): void {
  api.openapi(accountVersionRoute, async (c) => {
    const version = await accountVersion(database.queries, requireViewer(c).userId)
    return c.json({ version }, 200)
  })
}
