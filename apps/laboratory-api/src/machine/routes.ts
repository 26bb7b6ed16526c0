import { createRoute, z } from '@hono/zod-openapi'
import { personalIdSchema } from '@shop/contract/fields'
import { machineRoomSchema } from '@shop/contract/machine'
import { type Api, json, NO_CONTENT, problems, STAFF_REFUSALS, staffSecurity } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { actorOf } from '../staff/authenticate-staff.ts'
import { readMachineRoom, repeatJob } from './machine-room.ts'

const tags = ['Desk: machine room']

const readRoute = createRoute({
  method: 'get',
  path: '/staff/machine',
  operationId: 'machineRoom',
  tags,
  summary: 'Failed jobs, undelivered mails, imports, versions and health; no personal data',
  security: staffSecurity('machine.read'),
  responses: { 200: json(machineRoomSchema, 'The current state'), ...problems(...STAFF_REFUSALS) },
})

const againRoute = createRoute({
  method: 'post',
  path: '/staff/machine/jobs/{queue}/{id}/tries',
  operationId: 'repeatJob',
  tags,
  summary: 'Retry a failed job or a refused mail',
  description: '`not_found`: it no longer counts as failed, since a member of staff has already retried it.',
  security: staffSecurity('machine.repeat'),
  request: { params: z.object({ queue: z.string().min(1).max(100), id: personalIdSchema }) },
  responses: { 204: NO_CONTENT, ...problems(...STAFF_REFUSALS, 'not_found') },
})

/** Routes for the people who keep the machine running. */
export function registerMachineRoutes(api: Api, context: ApiContext): void {
  api.openapi(readRoute, async (c) => c.json(await readMachineRoom(context, actorOf(c)), 200))
  api.openapi(againRoute, async (c) => {
    await repeatJob(context, { ...c.req.valid('param'), actor: actorOf(c) })
    return c.body(null, 204)
  })
}
