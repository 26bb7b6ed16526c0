import { createRoute, z } from '@hono/zod-openapi'
import {
  cancelAtDeskSchema,
  cancelledAtDeskSchema,
  deskOrderSchema,
  foundOrderSchema,
  openedTestsSchema,
  openTestsSchema,
  orderNoteSchema,
  orderPresenceSchema,
  orderSearchSchema,
} from '@shop/contract/desk'
import { personalIdSchema } from '@shop/contract/fields'
import { endedSessionsSchema, endSessionsByOrderSchema } from '@shop/contract/staff'
import {
  type Api,
  BODY_PROBLEMS,
  json,
  jsonBody,
  laboratoriesOf,
  NO_CONTENT,
  PROBLEMS_OF_OWN_PASSWORD,
  problems,
  requireStaff,
  STAFF_REFUSALS,
  staffSecurity,
} from '../api.ts'
import type { ApiContext } from '../context.ts'
import { actorOf } from '../staff/authenticate-staff.ts'
import { verifyStaffPassword } from '../staff/verify-staff-password.ts'
import { addNote } from './add-note.ts'
import { cancelAtDesk } from './change-order.ts'
import { endSessionsByOrder } from './end-sessions-by-order.ts'
import { repeatMail } from './order-mails.ts'
import { askTests, openTests, readDeskOrder } from './read-order.ts'
import { reportPresence } from './report-presence.ts'
import { searchOrders } from './search-orders.ts'

const tags = ['Desk: orders']
const params = z.object({ id: personalIdSchema })

const searchRoute = createRoute({
  method: 'post',
  path: '/staff/orders/search',
  operationId: 'searchOrders',
  tags,
  summary:
    'Find orders by number, telephone, e-mail address or family name, by state and by days, newest first',
  description: 'Sent in a body, so that the name is in no address and no log.',
  security: staffSecurity('orders.read'),
  request: jsonBody(orderSearchSchema),
  responses: {
    200: json(z.array(foundOrderSchema), 'At most 50 orders; if there are 50, there may be more'),
    ...problems(...BODY_PROBLEMS, ...STAFF_REFUSALS),
  },
})

const readRoute = createRoute({
  method: 'get',
  path: '/staff/orders/{id}',
  operationId: 'deskOrder',
  tags,
  summary: 'An order with visit, patients, money and history',
  security: staffSecurity('orders.read'),
  request: { params },
  responses: {
    200: json(deskOrderSchema, 'The order'),
    ...problems(...STAFF_REFUSALS, 'not_found'),
  },
})

const presenceRoute = createRoute({
  method: 'post',
  path: '/staff/orders/{id}/presence',
  operationId: 'reportPresence',
  tags,
  summary: 'Report that the caller has the order open, and read who else has',
  description: 'Valid for a minute.',
  security: staffSecurity('orders.read'),
  request: { params },
  responses: {
    200: json(orderPresenceSchema, 'Who else has it open, and its current version'),
    ...problems(...STAFF_REFUSALS, 'not_found'),
  },
})

const noteRoute = createRoute({
  method: 'post',
  path: '/staff/orders/{id}/notes',
  operationId: 'addOrderNote',
  tags,
  summary: 'Add a note to an order; the patient gets it with an export of the account',
  security: staffSecurity('orders.note'),
  request: { params, ...jsonBody(orderNoteSchema) },
  responses: {
    204: NO_CONTENT,
    ...problems(...BODY_PROBLEMS, ...STAFF_REFUSALS, 'not_found', 'processing_restricted'),
  },
})

const openTestsRoute = createRoute({
  method: 'post',
  path: '/staff/orders/{id}/tests',
  operationId: 'openOrderTests',
  tags,
  summary: 'Show the names of an order’s tests, for a reason that is recorded',
  security: staffSecurity('orders.openTests'),
  request: { params, ...jsonBody(openTestsSchema) },
  responses: {
    200: json(openedTestsSchema, 'The tests of each patient'),
    ...problems(...BODY_PROBLEMS, ...STAFF_REFUSALS, 'not_found', 'processing_restricted'),
  },
})

const cancelRoute = createRoute({
  method: 'post',
  path: '/staff/orders/{id}/cancellation',
  operationId: 'cancelAtDesk',
  tags,
  summary: 'Cancel an order; the payment is refunded',
  description:
    'Above the limit a second person must agree; until then the order stays in force. `stale_write`: the order is in another state by now.',
  security: staffSecurity('orders.cancel'),
  request: { params, ...jsonBody(cancelAtDeskSchema) },
  responses: {
    200: json(cancelledAtDeskSchema, 'The state of the refund'),
    ...problems(...BODY_PROBLEMS, ...STAFF_REFUSALS, 'not_found', 'stale_write', 'order_not_cancellable'),
  },
})

const askTestsRoute = createRoute({
  method: 'post',
  path: '/staff/orders/{id}/tests-consent',
  operationId: 'askForTests',
  tags,
  summary: 'Ask the patient for permission to see the names of an order’s tests',
  description:
    'By a mail that does not contain them, and on the order’s page in the account. `conflict`: permission has been requested or granted, or was refused today.',
  security: staffSecurity('orders.askTests'),
  request: { params },
  responses: {
    204: NO_CONTENT,
    ...problems(...STAFF_REFUSALS, 'not_found', 'conflict', 'processing_restricted'),
  },
})

const repeatMailRoute = createRoute({
  method: 'post',
  path: '/staff/orders/{id}/mails/{mailId}/repetitions',
  operationId: 'repeatOrderMail',
  tags,
  summary: 'Send a mail about an order again, with the order’s current data',
  description:
    '`stale_write`: the mail is still waiting to be sent, or another member of staff has sent it again.',
  security: staffSecurity('orders.repeatMail'),
  request: { params: params.extend({ mailId: personalIdSchema }) },
  responses: {
    204: NO_CONTENT,
    ...problems(...STAFF_REFUSALS, 'not_found', 'stale_write', 'processing_restricted'),
  },
})

const endSessionsRoute = createRoute({
  method: 'delete',
  path: '/staff/orders/{id}/account/sessions',
  operationId: 'endSessionsByOrder',
  tags,
  summary: 'Log the owner of an order out everywhere and notify them by mail; the password stays',
  description: 'Needs the caller’s own password, so that an unattended desk cannot log anyone out.',
  security: staffSecurity('sessions.end'),
  request: { params, ...jsonBody(endSessionsByOrderSchema) },
  responses: {
    200: json(endedSessionsSchema, 'How many sessions were ended'),
    ...problems(...PROBLEMS_OF_OWN_PASSWORD),
  },
})

export function registerDeskOrderRoutes(api: Api, context: ApiContext): void {
  api.openapi(searchRoute, async (c) => {
    const look = { actor: actorOf(c), scope: laboratoriesOf(c), grants: requireStaff(c).grants }
    return c.json(await searchOrders(context, { ...look, ...c.req.valid('json') }), 200)
  })
  api.openapi(readRoute, async (c) => {
    const order = await readDeskOrder(context, {
      actor: actorOf(c),
      scope: laboratoriesOf(c),
      orderId: c.req.valid('param').id,
      grants: requireStaff(c).grants,
      locale: c.var.locale,
    })
    return c.json(order, 200)
  })
  api.openapi(presenceRoute, async (c) => {
    const at = { actor: actorOf(c), scope: laboratoriesOf(c), orderId: c.req.valid('param').id }
    return c.json(await reportPresence(context, at), 200)
  })
  api.openapi(noteRoute, async (c) => {
    const at = { actor: actorOf(c), scope: laboratoriesOf(c), orderId: c.req.valid('param').id }
    await addNote(context, { ...at, ...c.req.valid('json') })
    return c.body(null, 204)
  })
  api.openapi(openTestsRoute, async (c) => {
    const at = { actor: actorOf(c), scope: laboratoriesOf(c), orderId: c.req.valid('param').id }
    return c.json(await openTests(context, { ...at, ...c.req.valid('json'), locale: c.var.locale }), 200)
  })
  api.openapi(askTestsRoute, async (c) => {
    const at = { actor: actorOf(c), scope: laboratoriesOf(c), orderId: c.req.valid('param').id }
    await askTests(context, at)
    return c.body(null, 204)
  })
  api.openapi(repeatMailRoute, async (c) => {
    const { id: orderId, mailId } = c.req.valid('param')
    await repeatMail(context, { actor: actorOf(c), scope: laboratoriesOf(c), orderId, mailId })
    return c.body(null, 204)
  })
  api.openapi(endSessionsRoute, async (c) => {
    const at = { actor: actorOf(c), scope: laboratoriesOf(c), orderId: c.req.valid('param').id }
    const { password, reason } = c.req.valid('json')
    await verifyStaffPassword(context, { staffId: at.actor.staffId, password })
    return c.json(await endSessionsByOrder(context, { ...at, reason }), 200)
  })
  api.openapi(cancelRoute, async (c) => {
    const at = { actor: actorOf(c), scope: laboratoriesOf(c), orderId: c.req.valid('param').id }
    return c.json(await cancelAtDesk(context, { ...at, ...c.req.valid('json') }), 200)
  })
}
