import { createRoute, z } from '@hono/zod-openapi'
import { changeCalendarSchema, deskCalendarSchema } from '@shop/contract/desk-calendar'
import { askedDateSchema, catalogueIdParameterSchema } from '@shop/contract/fields'
import {
  type Api,
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
import { changeCalendar } from './change-calendar.ts'
import { readCalendar } from './read-calendar.ts'

const tags = ['Desk: calendar']
const params = z.object({ id: catalogueIdParameterSchema })

const readRoute = createRoute({
  method: 'get',
  path: '/staff/laboratories/{id}/calendar',
  operationId: 'deskCalendar',
  tags,
  summary:
    'A laboratory’s hours, places and closures, with a week of its times and the visits without a place',
  security: staffSecurity('calendar.read'),
  request: {
    params,
    query: z.object({ from: askedDateSchema.optional().describe('First day; today if absent') }),
  },
  responses: {
    200: json(deskCalendarSchema, 'The calendar'),
    ...problems(...STAFF_REFUSALS, 'not_found', 'invalid_fields'),
  },
})

const changeRoute = createRoute({
  method: 'post',
  path: '/staff/laboratories/{id}/calendar',
  operationId: 'changeCalendar',
  tags,
  summary: 'Change hours and places, close or reopen, decide on a holiday',
  description:
    'Send the version that was read. Orders that would lose their place and that the request does not name are in `visits` of `visits_lose_place`, each with other times; a request that names them is carried out.',
  security: staffSecurity('calendar.change'),
  request: { params, ...jsonBody(changeCalendarSchema) },
  responses: {
    204: NO_CONTENT,
    ...problems(
      ...BODY_PROBLEMS,
      ...STAFF_REFUSALS,
      'not_found',
      'stale_write',
      'visits_lose_place',
      'conflict',
    ),
  },
})

export function registerDeskCalendarRoutes(api: Api, context: ApiContext): void {
  api.openapi(readRoute, async (c) => {
    const at = { actor: actorOf(c), scope: laboratoriesOf(c), laboratoryId: c.req.valid('param').id }
    const { from } = c.req.valid('query')
    return c.json(await readCalendar(context, { ...at, from, locale: c.var.locale }), 200)
  })
  api.openapi(changeRoute, async (c) => {
    const at = { actor: actorOf(c), scope: laboratoriesOf(c), laboratoryId: c.req.valid('param').id }
    await changeCalendar(context, { ...at, ...c.req.valid('json') })
    return c.body(null, 204)
  })
}
