import { createRoute, z } from '@hono/zod-openapi'
import {
  arrivalSchema,
  moveAtDeskSchema,
  takenSamplesSchema,
  visitProgressSchema,
  visitVersionSchema,
} from '@shop/contract/desk'
import { dayOfVisitsSchema, deskLaboratorySchema } from '@shop/contract/desk-day'
import { visitSheetSchema } from '@shop/contract/desk-sheet'
import { askedDateSchema, catalogueIdParameterSchema, personalIdSchema } from '@shop/contract/fields'
import type { ProblemCode } from '@shop/contract/problem'
import { VISIT_PROBLEM_CODES } from '@shop/contract/visits'
import { visitKindOf } from '@shop/domain/laboratory'
import {
  type Api,
  BODY_PROBLEMS,
  json,
  jsonBody,
  laboratoriesOf,
  problems,
  requireStaff,
  STAFF_REFUSALS,
  staffSecurity,
} from '../api.ts'
import type { ApiContext } from '../context.ts'
import { actorOf } from '../staff/authenticate-staff.ts'
import { moveAtDesk } from './change-order.ts'
import { changeVisit, takeSamples } from './change-visit.ts'
import { listVisits } from './list-visits.ts'
import { readSheet } from './read-sheet.ts'

const tags = ['Desk: visits']
const params = z.object({ id: personalIdSchema })
const CHANGES = [
  ...BODY_PROBLEMS,
  ...STAFF_REFUSALS,
  'not_found',
  'stale_write',
  'visit_not_open',
  'idempotency_key_reused',
] as const satisfies readonly ProblemCode[]
const description =
  'Send the version that was read. `changed` of `stale_write` says who was first and what they did, with the current version.'

const laboratoriesRoute = createRoute({
  method: 'get',
  path: '/staff/laboratories',
  operationId: 'deskLaboratories',
  tags,
  summary: 'The laboratories where any of the caller’s roles is valid',
  security: staffSecurity(),
  responses: { 200: json(z.array(deskLaboratorySchema), 'By city'), ...problems('unauthorized') },
})

const askedVisits = z.object({
  date: askedDateSchema.optional().describe('Today in the business time zone if absent'),
  laboratoryId: catalogueIdParameterSchema.optional(),
  city: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe('Visits of all laboratories of this city, as named by `deskLaboratories`'),
  callableRegionId: catalogueIdParameterSchema.optional().describe('Only visits at home in this place'),
})

const visitsRoute = createRoute({
  method: 'get',
  path: '/staff/visits',
  operationId: 'deskVisits',
  tags,
  summary: 'A day’s visits by time: of a laboratory, of a city, or at home in one place',
  security: staffSecurity('visits.read'),
  request: { query: askedVisits },
  responses: {
    200: json(dayOfVisitsSchema, 'The visits'),
    ...problems(...STAFF_REFUSALS, 'invalid_fields'),
  },
})

const sheetRoute = createRoute({
  method: 'get',
  path: '/staff/visits/sheet',
  operationId: 'visitSheet',
  tags,
  summary:
    'The nurse’s day: home visits by time, of a laboratory, a city or one place, with address, notes, tests and tubes in the order of draw',
  security: staffSecurity('visits.sheet'),
  request: { query: askedVisits },
  responses: {
    200: json(visitSheetSchema, 'The visits'),
    ...problems(...STAFF_REFUSALS, 'invalid_fields'),
  },
})

const arriveRoute = createRoute({
  method: 'post',
  path: '/staff/orders/{id}/arrival',
  operationId: 'arriveAtVisit',
  tags,
  summary: 'Record that the patient has arrived',
  description,
  security: staffSecurity('visits.change'),
  request: { params, ...jsonBody(arrivalSchema) },
  responses: { 200: json(visitProgressSchema, 'The visit'), ...problems(...CHANGES) },
})

const missRoute = createRoute({
  method: 'post',
  path: '/staff/orders/{id}/no-show',
  operationId: 'missVisit',
  tags,
  summary: 'Record that the patient has not come',
  description,
  security: staffSecurity('visits.change'),
  request: { params, ...jsonBody(visitVersionSchema) },
  responses: { 200: json(visitProgressSchema, 'The visit'), ...problems(...CHANGES) },
})

const resetRoute = createRoute({
  method: 'post',
  path: '/staff/orders/{id}/visit-reset',
  operationId: 'resetVisit',
  tags,
  summary: 'Undo an arrival or a no-show recorded by mistake',
  description,
  security: staffSecurity('visits.change'),
  request: { params, ...jsonBody(visitVersionSchema) },
  responses: { 200: json(visitProgressSchema, 'The visit'), ...problems(...CHANGES) },
})

const samplesRoute = createRoute({
  method: 'post',
  path: '/staff/orders/{id}/samples',
  operationId: 'takeSamples',
  tags,
  summary: 'Record that the samples are taken: the order advances',
  description,
  security: staffSecurity('samples.take'),
  request: { params, ...jsonBody(takenSamplesSchema) },
  responses: {
    200: json(visitProgressSchema, 'The visit'),
    ...problems(...CHANGES, 'unknown_patient', 'unknown_material', 'label_taken'),
  },
})

const moveRoute = createRoute({
  method: 'post',
  path: '/staff/orders/{id}/visit',
  operationId: 'moveAtDesk',
  tags,
  summary: 'Move a visit to another free time of its laboratory',
  description: `${description} The patient gets a mail, which asks for their agreement if it has not been given.`,
  security: staffSecurity('visits.move'),
  request: { params, ...jsonBody(moveAtDeskSchema) },
  responses: {
    200: json(visitProgressSchema, 'The visit'),
    ...problems(
      ...CHANGES,
      'processing_restricted',
      'visit_not_changeable',
      'slot_taken',
      'unknown_laboratory',
      ...Object.values(VISIT_PROBLEM_CODES),
    ),
  },
})

export function registerDeskVisitRoutes(api: Api, context: ApiContext): void {
  api.openapi(laboratoriesRoute, (c) => {
    const { grants } = requireStaff(c)
    const isAnywhere = grants.some(({ laboratoryIds }) => laboratoryIds === null)
    const ids = new Set(grants.flatMap(({ laboratoryIds }) => laboratoryIds ?? []))
    const laboratories = [...context.catalogue.current().laboratories.values()]
      .filter(({ id }) => isAnywhere || ids.has(id))
      .map((laboratory) => ({
        id: laboratory.id,
        city: laboratory.city.ru,
        address: laboratory.address.ru,
        visitKind: visitKindOf(laboratory),
      }))
    return c.json(laboratories, 200)
  })
  api.openapi(visitsRoute, async (c) => {
    const look = { actor: actorOf(c), scope: laboratoriesOf(c), locale: c.var.locale }
    return c.json(await listVisits(context, { ...look, ...c.req.valid('query') }), 200)
  })
  api.openapi(sheetRoute, async (c) => {
    const look = { actor: actorOf(c), scope: laboratoriesOf(c), locale: c.var.locale }
    return c.json(await readSheet(context, { ...look, ...c.req.valid('query') }), 200)
  })
  api.openapi(arriveRoute, async (c) => {
    const { identityChecked, ...press } = c.req.valid('json')
    const at = { actor: actorOf(c), scope: laboratoriesOf(c), orderId: c.req.valid('param').id }
    const text = identityChecked ? 'identityChecked' : null
    return c.json(await changeVisit(context, { ...at, step: 'arrive', ...press, text }), 200)
  })
  api.openapi(missRoute, async (c) => {
    const at = { actor: actorOf(c), scope: laboratoriesOf(c), orderId: c.req.valid('param').id }
    return c.json(await changeVisit(context, { ...at, step: 'miss', ...c.req.valid('json') }), 200)
  })
  api.openapi(resetRoute, async (c) => {
    const at = { actor: actorOf(c), scope: laboratoriesOf(c), orderId: c.req.valid('param').id }
    return c.json(await changeVisit(context, { ...at, step: 'reset', ...c.req.valid('json') }), 200)
  })
  api.openapi(samplesRoute, async (c) => {
    const at = { actor: actorOf(c), scope: laboratoriesOf(c), orderId: c.req.valid('param').id }
    return c.json(await takeSamples(context, { ...at, ...c.req.valid('json') }), 200)
  })
  api.openapi(moveRoute, async (c) => {
    const at = { actor: actorOf(c), scope: laboratoriesOf(c), orderId: c.req.valid('param').id }
    return c.json(await moveAtDesk(context, { ...at, ...c.req.valid('json') }), 200)
  })
}
