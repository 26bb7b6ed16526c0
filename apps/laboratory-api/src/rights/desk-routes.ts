import { createRoute, z } from '@hono/zod-openapi'
import { personalIdSchema } from '@shop/contract/fields'
import type { ProblemCode } from '@shop/contract/problem'
import {
  answerRightSchema,
  assignRightSchema,
  correctPatientSchema,
  deskRightsHeadSchema,
  deskRightsSchema,
  endRestrictionSchema,
  eraseByRightSchema,
  notedRightSchema,
  noteRightSchema,
  noteRightStepSchema,
  RIGHTS_LISTS,
  rightVersionSchema,
} from '@shop/contract/rights'
import { scopeOf } from '@shop/domain/staff'
import { type Api, BODY_PROBLEMS, json, jsonBody, problems, requireStaff, staffSecurity } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { actorOf } from '../staff/authenticate-staff.ts'
import { noteRight } from './ask-right.ts'
import { listRights, readRights } from './read-rights.ts'
import {
  answerRight,
  assignRight,
  correctByRight,
  endRestriction,
  eraseByRight,
  exportByRight,
  noteRightStep,
} from './work-off.ts'

const tags = ['Desk: people’s rights']
const params = z.object({ id: personalIdSchema })
const WHO = ['unauthorized', 'forbidden'] as const
const CHANGES = [
  ...BODY_PROBLEMS,
  ...WHO,
  'not_found',
  'stale_write',
  'conflict',
] as const satisfies readonly ProblemCode[]
const changed = json(rightVersionSchema, 'The version of now')
const path = '/staff/rights-requests'

const listRoute = createRoute({
  method: 'get',
  path,
  operationId: 'deskRights',
  tags,
  summary: 'What people ask for about their data; what is due first',
  security: staffSecurity('rights.read'),
  request: { query: z.object({ list: z.enum(RIGHTS_LISTS).default('open') }) },
  responses: {
    200: json(z.array(deskRightsHeadSchema), 'At most 200'),
    ...problems(...WHO, 'invalid_fields'),
  },
})

const noteRoute = createRoute({
  method: 'post',
  path,
  operationId: 'noteRight',
  tags,
  summary: 'Write down a request that came by letter, e-mail, phone or in person',
  description:
    'The deadline counts from the day on which it came. Told again while it is open, it is the request that is there.',
  security: staffSecurity('rights.answer'),
  request: jsonBody(noteRightSchema),
  responses: { 201: json(notedRightSchema, 'Its id'), ...problems(...BODY_PROBLEMS, ...WHO) },
})

const readRoute = createRoute({
  method: 'get',
  path: `${path}/{id}`,
  operationId: 'readRights',
  tags,
  summary: 'A request, what is held of who asks and what an erasure would leave, and what was done',
  security: staffSecurity('rights.read'),
  request: { params },
  responses: { 200: json(deskRightsSchema, 'The request'), ...problems(...WHO, 'not_found') },
})

const assignRoute = createRoute({
  method: 'put',
  path: `${path}/{id}/assignee`,
  operationId: 'assignRight',
  tags,
  summary: 'Take a request, or give it back',
  security: staffSecurity('rights.answer'),
  request: { params, ...jsonBody(assignRightSchema) },
  responses: { 200: changed, ...problems(...CHANGES) },
})

const stepRoute = createRoute({
  method: 'post',
  path: `${path}/{id}/steps`,
  operationId: 'noteRightStep',
  tags,
  summary: 'Write down how it is known who asks, or what else was done',
  security: staffSecurity('rights.answer'),
  request: { params, ...jsonBody(noteRightStepSchema) },
  responses: { 200: changed, ...problems(...CHANGES) },
})

const NOT_KNOWN = '`conflict`: it is answered, it is not known who asks, or there is no such account.'

const exportRoute = createRoute({
  method: 'post',
  path: `${path}/{id}/export`,
  operationId: 'exportByRight',
  tags,
  summary: 'Everything held about the account, to be handed over',
  description: `Results for who sees those of every laboratory alone. ${NOT_KNOWN}`,
  security: staffSecurity('rights.answer'),
  request: { params },
  responses: {
    200: json(z.record(z.string(), z.unknown()), 'One member per area'),
    ...problems(...WHO, 'not_found', 'conflict'),
  },
})

const correctRoute = createRoute({
  method: 'put',
  path: `${path}/{id}/patients/{patientId}`,
  operationId: 'correctByRight',
  tags,
  summary: 'Correct a patient of who asks; orders made before keep what they were made with',
  description: NOT_KNOWN,
  security: staffSecurity('rights.answer'),
  request: { params: params.extend({ patientId: personalIdSchema }), ...jsonBody(correctPatientSchema) },
  responses: { 200: changed, ...problems(...CHANGES) },
})

const eraseRoute = createRoute({
  method: 'post',
  path: `${path}/{id}/erasure`,
  operationId: 'eraseByRight',
  tags,
  summary: 'Erase the account of who asks, or one patient',
  description: `Orders that were paid and results stay, as the law demands. ${NOT_KNOWN} Or an erasure was not asked for.`,
  security: staffSecurity('rights.answer'),
  request: { params, ...jsonBody(eraseByRightSchema) },
  responses: { 200: changed, ...problems(...CHANGES, 'patient_in_open_order') },
})

const answerRoute = createRoute({
  method: 'post',
  path: `${path}/{id}/answer`,
  operationId: 'answerRight',
  tags,
  summary: 'Answer by mail and in the account; the request is settled with it',
  description: `A restriction or an objection that is granted holds from then on. ${NOT_KNOWN}`,
  security: staffSecurity('rights.answer'),
  request: { params, ...jsonBody(answerRightSchema) },
  responses: { 200: changed, ...problems(...CHANGES) },
})

const endRestrictionRoute = createRoute({
  method: 'post',
  path: `${path}/{id}/end-of-restriction`,
  operationId: 'endRestriction',
  tags,
  summary:
    'Announce that a restriction of processing ends a week from now; its owner is told with the reason',
  description: '`conflict`: the request is for something else, none holds, or its end is announced.',
  security: staffSecurity('rights.answer'),
  request: { params, ...jsonBody(endRestrictionSchema) },
  responses: { 200: changed, ...problems(...CHANGES) },
})

/** The desk's routes for requests about data. They belong to the whole network: an account has no laboratory. */
export function registerDeskRightsRoutes(api: Api, context: ApiContext): void {
  api.openapi(listRoute, async (c) =>
    c.json(await listRights(context, { actor: actorOf(c), ...c.req.valid('query') }), 200),
  )
  api.openapi(noteRoute, async (c) =>
    c.json(await noteRight(context, { actor: actorOf(c), ...c.req.valid('json') }), 201),
  )
  api.openapi(readRoute, async (c) =>
    c.json(await readRights(context, { actor: actorOf(c), ...c.req.valid('param') }), 200),
  )
  api.openapi(exportRoute, async (c) => {
    c.header('Cache-Control', 'no-store')
    // Any laboratory may have tested this person: staff who see the results of only some laboratories get none.
    const withResults = scopeOf(requireStaff(c).grants, 'rights.results') === 'all'
    const asked = { actor: actorOf(c), ...c.req.valid('param'), withResults }
    return c.json(await exportByRight(context, asked), 200)
  })
  api.openapi(assignRoute, async (c) => {
    const what = { actor: actorOf(c), ...c.req.valid('param'), ...c.req.valid('json') }
    return c.json(await assignRight(context, what), 200)
  })
  api.openapi(stepRoute, async (c) => {
    const what = { actor: actorOf(c), ...c.req.valid('param'), ...c.req.valid('json') }
    return c.json(await noteRightStep(context, what), 200)
  })
  api.openapi(correctRoute, async (c) => {
    const what = { actor: actorOf(c), ...c.req.valid('param'), ...c.req.valid('json') }
    return c.json(await correctByRight(context, what), 200)
  })
  api.openapi(eraseRoute, async (c) => {
    const what = { actor: actorOf(c), ...c.req.valid('param'), ...c.req.valid('json') }
    return c.json(await eraseByRight(context, what), 200)
  })
  api.openapi(answerRoute, async (c) => {
    const what = { actor: actorOf(c), ...c.req.valid('param'), ...c.req.valid('json') }
    return c.json(await answerRight(context, what), 200)
  })
  api.openapi(endRestrictionRoute, async (c) => {
    const what = { actor: actorOf(c), ...c.req.valid('param'), ...c.req.valid('json') }
    return c.json(await endRestriction(context, what), 200)
  })
}
