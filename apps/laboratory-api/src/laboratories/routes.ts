import { createRoute, z } from '@hono/zod-openapi'
import { catalogueIdParameterSchema } from '@shop/contract/fields'
import { callableRegionSchema, wireLaboratorySchema } from '@shop/contract/laboratories'
import { Problem } from '@shop/contract/problem'
import { type Api, json, problems } from '../api.ts'
import { sendAnswer, storeAnswer } from '../catalogue/stored-answer.ts'
import type { ApiContext } from '../context.ts'
import { wireLaboratory, wireRegion } from './wire-laboratory.ts'

const tags = ['Laboratories']

const list = createRoute({
  method: 'get',
  path: '/laboratories',
  operationId: 'laboratories',
  summary: 'The laboratories that are open: branches, and services that visit patients at home',
  tags,
  responses: { 200: json(z.array(wireLaboratorySchema), 'In the order of ids') },
})

const one = createRoute({
  method: 'get',
  path: '/laboratories/{id}',
  operationId: 'laboratory',
  summary: 'One laboratory that is open',
  tags,
  request: { params: z.object({ id: catalogueIdParameterSchema.meta({ example: 1 }) }) },
  responses: { 200: json(wireLaboratorySchema, 'The laboratory'), ...problems('not_found') },
})

const regions = createRoute({
  method: 'get',
  path: '/callable-regions',
  operationId: 'callableRegions',
  summary: 'The places that a nurse visits, with the price of a visit; the same in every language',
  tags,
  responses: { 200: json(z.array(callableRegionSchema), 'In the order of ids') },
})

export function registerLaboratoryRoutes(api: Api, context: ApiContext): void {
  const { catalogue } = context
  api.openapi(list, (c) => {
    const snapshot = catalogue.current()
    const open = [...snapshot.laboratories.values()].filter(({ isOffered }) => isOffered)
    return sendAnswer(c, snapshot, storeAnswer(open.map((one) => wireLaboratory(context, one))))
  })
  api.openapi(one, (c) => {
    const snapshot = catalogue.current()
    const laboratory = snapshot.laboratories.get(c.req.valid('param').id)
    if (!laboratory?.isOffered) throw new Problem('not_found')
    return sendAnswer(c, snapshot, storeAnswer(wireLaboratory(context, laboratory)))
  })
  api.openapi(regions, (c) => {
    const snapshot = catalogue.current()
    const offered = [...snapshot.callableRegions.values()].filter(({ isOffered }) => isOffered)
    return sendAnswer(c, snapshot, storeAnswer(offered.map(wireRegion)))
  })
}
