import { createRoute } from '@hono/zod-openapi'
import { catalogueIdParameterSchema, dateSchema } from '@shop/contract/fields'
import { nextFreeTimeSchema, visitSlotSchema } from '@shop/contract/visits'
import { HOME_VISIT_CUT_OFF, VISIT_HORIZON_DAYS } from '@shop/domain/visit-slots'
import { z } from 'zod'
import { type Api, json, problems } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { listNextFreeTimes, listVisitSlots } from './list-visit-slots.ts'

const visitSlotsRoute = createRoute({
  method: 'get',
  path: '/visit-slots',
  operationId: 'visitSlots',
  tags: ['Visits'],
  summary: 'Times for which a visit can be ordered, with the places left',
  description: `Home visits: half-hours on the mornings from Monday to Saturday, ordered by ${HOME_VISIT_CUT_OFF} the day before. Branches: quarter-hours within opening hours, at least an hour ahead. Both for the next ${VISIT_HORIZON_DAYS} days; a full time is listed with 0 free.`,
  request: {
    query: z.object({
      laboratoryId: catalogueIdParameterSchema.meta({ example: 1 }),
      from: dateSchema.optional().meta({ description: 'First day; today if absent', example: '2026-11-23' }),
      days: z.coerce
        .number()
        .pipe(
          z
            .int()
            .min(1)
            .max(VISIT_HORIZON_DAYS + 1),
        )
        .default(7)
        .meta({ example: 7 }),
    }),
  },
  responses: {
    200: json(z.array(visitSlotSchema), 'In the order of time'),
    ...problems('unknown_laboratory', 'invalid_fields'),
  },
})

const nextFreeTimesRoute = createRoute({
  method: 'get',
  path: '/visit-slots/next',
  operationId: 'nextFreeTimes',
  tags: ['Visits'],
  summary: 'The next free time of each laboratory',
  description: `By the same rules as the list of times; null if none is free within the next ${VISIT_HORIZON_DAYS} days.`,
  responses: { 200: json(z.array(nextFreeTimeSchema), 'One for each laboratory that takes orders') },
})

export function registerVisitRoutes(api: Api, context: ApiContext): void {
  api.openapi(visitSlotsRoute, async (c) => {
    const { laboratoryId, from, days } = c.req.valid('query')
    c.header('Cache-Control', 'no-store')
    return c.json(await listVisitSlots(context, { laboratoryId, from, days }), 200)
  })
  api.openapi(nextFreeTimesRoute, async (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json(await listNextFreeTimes(context), 200)
  })
}
