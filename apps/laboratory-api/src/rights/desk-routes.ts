import { createRoute, z } from '@hono/zod-openapi'
import { personalIdSchema } from '@shop/contract/fields'
import { personFromWire } from '@shop/contract/patient-codec'
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
import {
  type Api,
  BODY_PROBLEMS,
  json,
  jsonBody,
  problems,
  requireStaff,
  STAFF_REFUSALS,
  staffSecurity,
} from '../api.ts'
import type { ApiContext } from '../context.ts'
import { actorOf } from '../staff/authenticate-staff.ts'
import { noteRight } from './ask-right.ts'
import {
  answerRight,
  assignRight,
  correctByRight,
  endRestriction,
  eraseByRight,
  exportByRight,
  noteRightStep,
} from './process-requests.ts'
import { listRights, readRights } from './read-rights.ts'

const tags = ['Desk: people’s rights']
const params = z.object({ id: personalIdSchema })
const CHANGES = [
  ...BODY_PROBLEMS,
  ...STAFF_REFUSALS,
  'not_found',
  'stale_write',
  'conflict',
] as const satisfies readonly ProblemCode[]
const changed = json(rightVersionSchema, 'The current version')
const path = '/staff/rights-requests'

const listRoute = createRoute({
  method: 'get',
  path,
  operationId: 'deskRights',
  tags,
  summary: 'Requests about data; earliest deadline first',
  security: staffSecurity('rights.read'),
  request: { query: z.object({ list: z.enum(RIGHTS_LISTS).default('open') }) },
  responses: {
    200: json(z.array(deskRightsHeadSchema), 'At most 200'),
    ...problems(...STAFF_REFUSALS, 'invalid_fields'),
  },
})

const noteRoute = createRoute({
  method: 'post',
  path,
  operationId: 'noteRight',
  tags,
  summary: 'Record a request that came by post, e-mail, phone or in person',
  description:
    'The deadline counts from the day of receipt. Recorded again while it is open, it returns the existing request.',
  security: staffSecurity('rights.answer'),
  request: jsonBody(noteRightSchema),
  responses: {
    201: json(notedRightSchema, 'The id of the request'),
    ...problems(...BODY_PROBLEMS, ...STAFF_REFUSALS),
  },
})

const readRoute = createRoute({
  method: 'get',
  path: `${path}/{id}`,
  operationId: 'readRights',
  tags,
  summary: 'A request, the data held about the requester, what an erasure would leave, and what was done',
  security: staffSecurity('rights.read'),
  request: { params },
  responses: { 200: json(deskRightsSchema, 'The request'), ...problems(...STAFF_REFUSALS, 'not_found') },
})

const assignRoute = createRoute({
  method: 'put',
  path: `${path}/{id}/assignee`,
  operationId: 'assignRight',
  tags,
  summary: 'Assign a request to oneself, or release it',
  security: staffSecurity('rights.answer'),
  request: { params, ...jsonBody(assignRightSchema) },
  responses: { 200: changed, ...problems(...CHANGES) },
})

const stepRoute = createRoute({
  method: 'post',
  path: `${path}/{id}/steps`,
  operationId: 'noteRightStep',
  tags,
  summary: 'Record how the requester was identified, or other steps taken',
  security: staffSecurity('rights.answer'),
  request: { params, ...jsonBody(noteRightStepSchema) },
  responses: { 200: changed, ...problems(...CHANGES) },
})

const NOT_KNOWN =
  '`conflict`: the request is answered, the requester is not identified, or there is no such account.'

const exportRoute = createRoute({
  method: 'post',
  path: `${path}/{id}/export`,
  operationId: 'exportByRight',
  tags,
  summary: 'Everything held about the account, to hand over to the requester',
  description: `Results only for staff who see those of every laboratory. ${NOT_KNOWN}`,
  security: staffSecurity('rights.answer'),
  request: { params },
  responses: {
    200: json(z.record(z.string(), z.unknown()), 'One member per area'),
    ...problems(...STAFF_REFUSALS, 'not_found', 'conflict'),
  },
})

const correctRoute = createRoute({
  method: 'put',
  path: `${path}/{id}/patients/{patientId}`,
  operationId: 'correctByRight',
  tags,
  summary: 'Correct a patient of the requester; earlier orders keep the data they were made with',
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
  summary: 'Erase the requester’s account, or one patient',
  description: `Paid orders and results stay, as the law requires. ${NOT_KNOWN} Or the request is not for an erasure.`,
  security: staffSecurity('rights.answer'),
  request: { params, ...jsonBody(eraseByRightSchema) },
  responses: { 200: changed, ...problems(...CHANGES, 'patient_in_open_order') },
})

const answerRoute = createRoute({
  method: 'post',
  path: `${path}/{id}/answer`,
  operationId: 'answerRight',
  tags,
  summary: 'Answer by mail and in the account; this settles the request',
  description: `A granted restriction or objection applies from then on. ${NOT_KNOWN}`,
  security: staffSecurity('rights.answer'),
  request: { params, ...jsonBody(answerRightSchema) },
  responses: { 200: changed, ...problems(...CHANGES) },
})

const endRestrictionRoute = createRoute({
  method: 'post',
  path: `${path}/{id}/end-of-restriction`,
  operationId: 'endRestriction',
  tags,
  summary: 'Announce that a restriction of processing ends in a week; the owner is notified with the reason',
  description:
    '`conflict`: the request is for something else, no restriction applies, or its end is already announced.',
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
    const { version, patient } = c.req.valid('json')
    const what = { actor: actorOf(c), ...c.req.valid('param'), version, person: personFromWire(patient) }
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
