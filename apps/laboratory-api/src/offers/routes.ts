import { createRoute, z } from '@hono/zod-openapi'
import { catalogueIdParameterSchema, personalIdSchema } from '@shop/contract/fields'
import { LONGEST_SEARCH_TERM } from '@shop/contract/input-lengths'
import {
  changeComingPriceSchema,
  namedOfferSchema,
  offerKindSchema,
  offerSchema,
  offersOverviewSchema,
  planEditionSchema,
  plannedPricesSchema,
  planPricesSchema,
  removeComingPriceSchema,
  switchedOfferSchema,
  switchOfferSchema,
} from '@shop/contract/offers'
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
import { actorOf } from '../staff/authenticate-staff.ts'
import { changeComingPrice, planEdition, planPrices, removeComingPrice } from './coming-prices.ts'
import { findOffers, readOffer, readOffersOverview, switchOffer } from './offers.ts'

const tags = ['Desk: catalogue']
const ofOffer = z.object({
  kind: offerKindSchema.meta({ example: 'analysis' }),
  id: catalogueIdParameterSchema,
})
const ofPrice = z.object({ id: catalogueIdParameterSchema })

const overviewRoute = createRoute({
  method: 'get',
  path: '/staff/offers',
  operationId: 'offersOverview',
  tags,
  summary: 'Prices that take effect on a later day, and what individual laboratories do not offer',
  security: staffSecurity('catalogue.read'),
  responses: { 200: json(offersOverviewSchema, 'The overview'), ...problems(...STAFF_REFUSALS) },
})

const searchRoute = createRoute({
  method: 'get',
  path: '/staff/offers/search',
  operationId: 'findOffers',
  tags,
  summary: 'Analyses and profiles by code or words',
  security: staffSecurity('catalogue.read'),
  request: { query: z.object({ searchNameTerm: z.string().max(LONGEST_SEARCH_TERM) }) },
  responses: {
    200: json(z.array(namedOfferSchema), 'At most 20'),
    ...problems(...STAFF_REFUSALS, 'invalid_fields'),
  },
})

const offerRoute = createRoute({
  method: 'get',
  path: '/staff/offers/{kind}/{id}',
  operationId: 'deskOffer',
  tags,
  summary: 'Current and coming prices of an analysis or profile, and where it is offered',
  security: staffSecurity('catalogue.read'),
  request: { params: ofOffer },
  responses: { 200: json(offerSchema, 'The offer'), ...problems(...STAFF_REFUSALS, 'not_found') },
})

const switchRoute = createRoute({
  method: 'put',
  path: '/staff/offers/{kind}/{id}/laboratories/{laboratoryId}',
  operationId: 'switchOffer',
  tags,
  summary: 'Offer or withhold an item of a laboratory’s assortment',
  description:
    'Takes effect immediately, in every process. Carts keep an item that is no longer offered, and say so.',
  security: staffSecurity('catalogue.change'),
  request: {
    params: ofOffer.extend({ laboratoryId: catalogueIdParameterSchema }),
    ...jsonBody(switchOfferSchema),
  },
  responses: {
    200: json(switchedOfferSchema, 'The current state'),
    ...problems(...BODY_PROBLEMS, ...STAFF_REFUSALS, 'not_found'),
  },
})

const planRoute = createRoute({
  method: 'post',
  path: '/staff/coming-prices',
  operationId: 'planPrices',
  tags,
  summary: 'Schedule prices of a price list for a day',
  description:
    'They take effect at the start of that day in the business time zone; until then the current prices are charged. `stale_write`: a price is already planned for that day. Only for staff with access to every laboratory.',
  security: staffSecurity('catalogue.change'),
  request: jsonBody(planPricesSchema),
  responses: { 204: NO_CONTENT, ...problems(...BODY_PROBLEMS, ...STAFF_REFUSALS, 'stale_write') },
})

const changeRoute = createRoute({
  method: 'put',
  path: '/staff/coming-prices/{id}',
  operationId: 'changeComingPrice',
  tags,
  summary: 'Change a coming price, or its day',
  description:
    '`conflict`: it is already in force, or another takes effect on that day. Only for staff with access to every laboratory.',
  security: staffSecurity('catalogue.change'),
  request: { params: ofPrice, ...jsonBody(changeComingPriceSchema) },
  responses: {
    204: NO_CONTENT,
    ...problems(...BODY_PROBLEMS, ...STAFF_REFUSALS, 'not_found', 'stale_write', 'conflict'),
  },
})

const removeRoute = createRoute({
  method: 'post',
  path: '/staff/coming-prices/{id}/removal',
  operationId: 'removeComingPrice',
  tags,
  summary: 'Cancel a coming price',
  description: '`conflict`: it is already in force. Only for staff with access to every laboratory.',
  security: staffSecurity('catalogue.change'),
  request: { params: ofPrice, ...jsonBody(removeComingPriceSchema) },
  responses: {
    204: NO_CONTENT,
    ...problems(...BODY_PROBLEMS, ...STAFF_REFUSALS, 'not_found', 'stale_write', 'conflict'),
  },
})

const planEditionRoute = createRoute({
  method: 'post',
  path: '/staff/catalogue/editions/{id}/coming-prices',
  operationId: 'planEdition',
  tags,
  summary: 'Schedule the prices of a draft for a day',
  description:
    '`conflict`: the draft would change more than prices. `stale_write`: the catalogue has changed since the preview. Only for staff with access to every laboratory.',
  security: staffSecurity('catalogue.change'),
  request: { params: z.object({ id: personalIdSchema }), ...jsonBody(planEditionSchema) },
  responses: {
    201: json(plannedPricesSchema, 'The prices are planned'),
    ...problems(...BODY_PROBLEMS, ...STAFF_REFUSALS, 'not_found', 'stale_write', 'conflict'),
  },
})

/** Routes for what is offered where, and for coming prices. */
export function registerOfferRoutes(api: Api, context: ApiContext): void {
  const whoOf = (c: Context<ApiEnv>) => ({
    actor: actorOf(c),
    scope: laboratoriesOf(c),
    locale: c.var.locale,
  })
  api.openapi(overviewRoute, async (c) => c.json(await readOffersOverview(context, whoOf(c)), 200))
  // Before the route by kind, which would take this word for one.
  api.openapi(searchRoute, async (c) => {
    const term = c.req.valid('query').searchNameTerm
    return c.json(await findOffers(context, { ...whoOf(c), term }), 200)
  })
  api.openapi(offerRoute, async (c) =>
    c.json(await readOffer(context, { ...whoOf(c), ...c.req.valid('param') }), 200),
  )
  api.openapi(switchRoute, async (c) => {
    const change = { ...c.req.valid('param'), ...c.req.valid('json') }
    return c.json(await switchOffer(context, { ...whoOf(c), ...change }), 200)
  })
  api.openapi(planRoute, async (c) => {
    await planPrices(context, { ...whoOf(c), ...c.req.valid('json') })
    return c.body(null, 204)
  })
  api.openapi(changeRoute, async (c) => {
    await changeComingPrice(context, { ...whoOf(c), ...c.req.valid('param'), ...c.req.valid('json') })
    return c.body(null, 204)
  })
  api.openapi(removeRoute, async (c) => {
    await removeComingPrice(context, { ...whoOf(c), ...c.req.valid('param'), ...c.req.valid('json') })
    return c.body(null, 204)
  })
  api.openapi(planEditionRoute, async (c) =>
    c.json(await planEdition(context, { ...whoOf(c), ...c.req.valid('param'), ...c.req.valid('json') }), 201),
  )
}
