import { createRoute, z } from '@hono/zod-openapi'
import { catalogueIdParameterSchema } from '@shop/contract/fields'
import { LONGEST_SEARCH_TERM } from '@shop/contract/input-lengths'
import {
  addedSynonymSchema,
  addSynonymSchema,
  countedQuerySchema,
  synonymTargetSchema,
  unansweredQuerySchema,
} from '@shop/contract/search-words'
import type { Context } from 'hono'
import {
  type Api,
  type ApiEnv,
  BODY_PROBLEMS,
  json,
  jsonBody,
  laboratoriesOf,
  NO_CONTENT,
  problems,
  STAFF_REFUSALS,
  staffSecurity,
} from '../api.ts'
import type { ApiContext } from '../context.ts'
import { auditStaff } from '../staff/audit-staff.ts'
import { actorOf } from '../staff/authenticate-staff.ts'
import { countUnanswered, deleteOldUnanswered } from './count-unanswered.ts'
import { listUnanswered } from './list-unanswered.ts'
import { addSynonym, findTargets, listSynonyms, removeSynonym } from './synonyms.ts'

const countRoute = createRoute({
  method: 'post',
  path: '/unanswered-queries',
  operationId: 'countUnansweredQuery',
  tags: ['Catalogue'],
  summary: 'Report that a search found nothing',
  description:
    'The search is repeated and counted without the person; its text is stored once several people have searched for the same. Text that may identify a person is not counted. The answer is the same in each case.',
  request: jsonBody(unansweredQuerySchema),
  responses: { 204: NO_CONTENT, ...problems(...BODY_PROBLEMS, 'unknown_laboratory') },
})

const tags = ['Desk: search']
const look = { action: 'read', kind: 'searchWords', id: null } as const

const listRoute = createRoute({
  method: 'get',
  path: '/staff/unanswered-queries',
  operationId: 'unansweredQueries',
  tags,
  summary: 'What several people searched for without finding anything in the last 90 days',
  security: staffSecurity('search.read'),
  responses: {
    200: json(z.array(countedQuerySchema), 'The most frequent first, at most 200'),
    ...problems(...STAFF_REFUSALS),
  },
})

const targetsRoute = createRoute({
  method: 'get',
  path: '/staff/synonym-targets',
  operationId: 'synonymTargets',
  tags,
  summary: 'Reasons, profiles and tests that words could be added to',
  security: staffSecurity('search.read'),
  request: { query: z.object({ searchNameTerm: z.string().max(LONGEST_SEARCH_TERM) }) },
  responses: {
    200: json(z.array(synonymTargetSchema), 'At most 12'),
    ...problems(...STAFF_REFUSALS, 'invalid_fields'),
  },
})

const synonymsRoute = createRoute({
  method: 'get',
  path: '/staff/synonyms',
  operationId: 'addedSynonyms',
  tags,
  summary: 'The words added at the desk',
  security: staffSecurity('search.read'),
  responses: { 200: json(z.array(addedSynonymSchema), 'The newest first'), ...problems(...STAFF_REFUSALS) },
})

const addRoute = createRoute({
  method: 'post',
  path: '/staff/synonyms',
  operationId: 'addSynonym',
  tags,
  summary: 'Add search words to a reason, profile or test',
  description:
    'They take effect immediately, in every process and the whole network, so the role must apply to every laboratory. Words that are already there are returned as they are.',
  security: staffSecurity('search.change'),
  request: jsonBody(addSynonymSchema),
  responses: {
    201: json(addedSynonymSchema, 'The words'),
    ...problems(...BODY_PROBLEMS, ...STAFF_REFUSALS, 'conflict'),
  },
})

const removeRoute = createRoute({
  method: 'delete',
  path: '/staff/synonyms/{id}',
  operationId: 'removeSynonym',
  tags,
  summary: 'Remove words, for the whole network',
  security: staffSecurity('search.change'),
  request: { params: z.object({ id: catalogueIdParameterSchema }) },
  responses: { 204: NO_CONTENT, ...problems(...STAFF_REFUSALS, 'not_found') },
})

const byOf = (c: Context<ApiEnv>) => ({ actor: actorOf(c), scope: laboratoriesOf(c) })

/** Queries that found nothing, and the words that the desk adds for them. */
export function registerSearchWordRoutes(api: Api, context: ApiContext): void {
  const { queries } = context.database
  api.openapi(countRoute, async (c) => {
    const { locale, clientAddress } = c.var
    await countUnanswered(context, { ...c.req.valid('json'), locale, clientAddress })
    return c.body(null, 204)
  })
  api.openapi(listRoute, async (c) => {
    await auditStaff(queries, actorOf(c), look)
    return c.json(await listUnanswered(context), 200)
  })
  api.openapi(targetsRoute, async (c) => {
    await auditStaff(queries, actorOf(c), look)
    return c.json(await findTargets(context, c.req.valid('query').searchNameTerm, c.var.locale), 200)
  })
  api.openapi(synonymsRoute, async (c) => {
    await auditStaff(queries, actorOf(c), look)
    return c.json(await listSynonyms(context, c.var.locale), 200)
  })
  api.openapi(addRoute, async (c) =>
    c.json(await addSynonym(context, byOf(c), c.req.valid('json'), c.var.locale), 201),
  )
  api.openapi(removeRoute, async (c) => {
    await removeSynonym(context, byOf(c), c.req.valid('param').id)
    return c.body(null, 204)
  })
  context.jobs.schedule('sweep-unanswered-queries', '23 3 * * *', () =>
    deleteOldUnanswered(queries, context.now()),
  )
}
