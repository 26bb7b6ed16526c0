import { createRoute } from '@hono/zod-openapi'
import { personalIdSchema } from '@shop/contract/fields'
import { z } from 'zod'
import { type Api, problems, USER_SECURITY } from '../../api.ts'
import type { ApiContext } from '../../context.ts'
import { readForViewer } from '../read-for-viewer.ts'
import { CALENDAR_FILE, CALENDAR_TYPE, visitCalendar } from './visit-calendar.ts'

const calendarRoute = createRoute({
  method: 'get',
  path: '/orders/{id}/visit.ics',
  operationId: 'orderCalendar',
  tags: ['Orders'],
  summary: 'The visit as a file for a calendar',
  description: 'Names no analysis. If the order is cancelled, the file cancels the calendar entry.',
  security: USER_SECURITY,
  request: { params: z.object({ id: personalIdSchema }) },
  responses: {
    200: { description: 'iCalendar', content: { 'text/calendar': { schema: z.string() } } },
    ...problems('unauthorized', 'not_found'),
  },
})

export function registerOrderCalendarRoute(api: Api, context: ApiContext): void {
  api.openapi(calendarRoute, async (c) => {
    const details = await readForViewer(context, c, c.req.valid('param').id)
    c.header('Content-Type', CALENDAR_TYPE)
    c.header('Content-Disposition', `attachment; filename="${CALENDAR_FILE}"`)
    c.header('Cache-Control', 'private, no-store')
    return c.body(visitCalendar({ details, locale: c.var.locale, settings: context.settings }), 200)
  })
}
