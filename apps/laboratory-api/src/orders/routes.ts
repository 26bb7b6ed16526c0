import { createRoute } from '@hono/zod-openapi'
import { personalIdSchema } from '@shop/contract/fields'
import {
  agreeToVisitSchema,
  createOrderSchema,
  listedOrderSchema,
  moveVisitSchema,
  orderCreatedSchema,
  orderSchema,
} from '@shop/contract/orders'
import { VISIT_PROBLEM_CODES } from '@shop/contract/visits'
import type { Context } from 'hono'
import { z } from 'zod'
import {
  type Api,
  type ApiEnv,
  BODY_PROBLEMS,
  json,
  jsonBody,
  problems,
  requireViewer,
  USER_SECURITY,
} from '../api.ts'
import { audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { checkOwnPayment } from '../payments/check-own-payment.ts'
import { registerOrderCalendarRoute } from './calendar/order-calendar-route.ts'
import { cancelOrder } from './cancel-order.ts'
import { createOrder } from './create-order.ts'
import { eraseAbandonedAccounts } from './erase-abandoned-accounts.ts'
import { defineOrderMails } from './mails/define-order-mails.ts'
import { agreeToVisit, moveOwnVisit } from './move-visit.ts'
import { eraseFormerContacts, orderPersonalData } from './order-personal-data.ts'
import { LIST_LIMIT, listOwnOrders } from './order-queries.ts'
import { readForViewer } from './read-for-viewer.ts'
import { registerOrderReceiptRoute } from './receipt/order-receipt-route.ts'
import { remindOfVisits } from './remind-of-visits.ts'
import { registerTestsConsentRoutes } from './tests-consent-routes.ts'
import { orderReaderOf, toListedOrder, toOrder } from './wire-order.ts'

const tags = ['Orders']
const params = z.object({ id: personalIdSchema })

const createOrderRoute = createRoute({
  method: 'post',
  path: '/orders',
  operationId: 'createOrder',
  tags,
  summary: 'Order analyses for patients of the account',
  description:
    'Checks prices, rules and the visit time again, takes the place and opens a payment page. Sent again with the same `Idempotency-Key`, it returns the same order. If the payment page cannot be opened, `redirectUrl` is the order’s page, where it can be paid later.',
  security: USER_SECURITY,
  request: {
    ...jsonBody(createOrderSchema),
    headers: z.object({
      'idempotency-key': z
        .string()
        .regex(/^[\x21-\x7e]{8,200}$/, '8 to 200 visible characters')
        .meta({ example: '0b2f6c1e-4d5a-4c8e-9f56-7a1f3f0f6a11' }),
    }),
  },
  responses: {
    201: json(orderCreatedSchema, 'The order, and where to pay for it'),
    ...problems(
      ...BODY_PROBLEMS,
      'unauthorized',
      'email_not_confirmed',
      'documents_not_accepted',
      'processing_restricted',
      'too_many_unpaid_orders',
      'too_many_requests',
      'idempotency_key_reused',
      'visit_not_chosen',
      'slot_taken',
      'price_changed',
      'cart_empty',
      'cart_not_orderable',
      'currency_not_accepted',
      'unknown_laboratory',
      'unknown_patient',
      ...Object.values(VISIT_PROBLEM_CODES),
    ),
  },
})

const listOrdersRoute = createRoute({
  method: 'get',
  path: '/orders',
  operationId: 'orders',
  tags,
  summary: 'The orders of the account, newest first',
  security: USER_SECURITY,
  request: {
    query: z.object({
      before: personalIdSchema.optional().openapi({ description: 'The last order of the previous page' }),
      limit: z.coerce.number().int().min(1).max(LIST_LIMIT).default(LIST_LIMIT),
    }),
  },
  responses: {
    200: json(z.array(listedOrderSchema), 'At most 200; fewer than `limit` means the last page'),
    ...problems('unauthorized', 'invalid_fields'),
  },
})

const orderRoute = createRoute({
  method: 'get',
  path: '/orders/{id}',
  operationId: 'order',
  tags,
  summary: 'One order of the account, with the actual state of its payment',
  security: USER_SECURITY,
  request: { params },
  responses: { 200: json(orderSchema, 'The order'), ...problems('unauthorized', 'not_found') },
})

const checkPaymentRoute = createRoute({
  method: 'post',
  path: '/orders/{id}/payment/check',
  operationId: 'checkPayment',
  tags,
  summary: 'Ask the payment provider about the state of an order',
  description:
    'For customers who return from the payment page before the notification arrives. Only the provider’s answer counts. After many such calls within an hour it is no longer asked.',
  security: USER_SECURITY,
  request: { params },
  responses: {
    200: json(orderSchema, 'The order in its current state'),
    ...problems('unauthorized', 'not_found'),
  },
})

const cancelRoute = createRoute({
  method: 'post',
  path: '/orders/{id}/cancel',
  operationId: 'cancelOrder',
  tags,
  summary: 'Cancel an order',
  description:
    'Frees the place. An order that waits for its payment ends immediately, and a payment that arrives later is marked for refund. A paid order can be cancelled until `visitChange.until`, and is refunded in full.',
  security: USER_SECURITY,
  request: { params },
  responses: {
    200: json(orderSchema, 'The cancelled order'),
    ...problems('unauthorized', 'not_found', 'order_not_cancellable', 'visit_not_changeable', 'stale_write'),
  },
})

const moveVisitRoute = createRoute({
  method: 'post',
  path: '/orders/{id}/visit',
  operationId: 'moveVisit',
  tags,
  summary: 'Move the visit of a paid order to another free time',
  description:
    'At the same laboratory, until `visitChange.until`. `stale_write`: it has been moved in the meantime. The time that it already has is accepted, as by `agreeToVisit`.',
  security: USER_SECURITY,
  request: { params, ...jsonBody(moveVisitSchema) },
  responses: {
    200: json(orderSchema, 'The order with its new time'),
    ...problems(
      ...BODY_PROBLEMS,
      'unauthorized',
      'not_found',
      'stale_write',
      'visit_not_changeable',
      'slot_taken',
      'too_many_requests',
      'unknown_laboratory',
      ...Object.values(VISIT_PROBLEM_CODES),
    ),
  },
})

const agreeRoute = createRoute({
  method: 'post',
  path: '/orders/{id}/visit/agreement',
  operationId: 'agreeToVisit',
  tags,
  summary: 'Accept the time that the network has given instead of the chosen one',
  security: USER_SECURITY,
  request: { params, ...jsonBody(agreeToVisitSchema) },
  responses: {
    200: json(orderSchema, 'The order'),
    ...problems(...BODY_PROBLEMS, 'unauthorized', 'not_found', 'stale_write'),
  },
})

export function registerOrderRoutes(api: Api, context: ApiContext): void {
  defineOrderMails(context)
  context.jobs.schedule('visit-reminders', '*/15 * * * *', async () => {
    await remindOfVisits(context)
  })
  context.jobs.schedule('abandoned-accounts', '50 2 * * *', async () => {
    while ((await eraseAbandonedAccounts(context)) > 0);
  })
  context.jobs.schedule('former-contacts', '20 1 * * *', () => eraseFormerContacts(context))
  context.personalData.contribute(orderPersonalData(context))
  registerOrderCalendarRoute(api, context)
  registerOrderReceiptRoute(api, context)
  registerTestsConsentRoutes(api, context)
  const { queries } = context.database
  const reader = (c: Context<ApiEnv>) => orderReaderOf(context, c.var.locale)

  api.openapi(createOrderRoute, async (c) => {
    const created = await createOrder(context, {
      viewer: requireViewer(c),
      request: c.req.valid('json'),
      idempotencyKey: c.req.valid('header')['idempotency-key'],
      requestId: c.var.requestId,
      locale: c.var.locale,
    })
    return c.json(created, 201)
  })

  api.openapi(listOrdersRoute, async (c) => {
    const { userId } = requireViewer(c)
    const list = await listOwnOrders(queries, { userId, ...c.req.valid('query') })
    const { requestId } = c.var
    await audit(queries, { requestId, userId, actor: 'user', action: 'read', kind: 'order', id: null })
    return c.json(
      list.map((overview) => toListedOrder(overview, reader(c))),
      200,
    )
  })

  api.openapi(orderRoute, async (c) => {
    return c.json(toOrder(await readForViewer(context, c, c.req.valid('param').id), reader(c)), 200)
  })

  api.openapi(checkPaymentRoute, async (c) => {
    const orderId = c.req.valid('param').id
    await checkOwnPayment(context, { viewer: requireViewer(c), orderId })
    return c.json(toOrder(await readForViewer(context, c, orderId), reader(c)), 200)
  })

  api.openapi(cancelRoute, async (c) => {
    const orderId = c.req.valid('param').id
    await cancelOrder(context, { viewer: requireViewer(c), orderId, requestId: c.var.requestId })
    return c.json(toOrder(await readForViewer(context, c, orderId), reader(c)), 200)
  })
  const own = (c: Context<ApiEnv>, orderId: string) => ({
    viewer: requireViewer(c),
    requestId: c.var.requestId,
    orderId,
  })
  api.openapi(moveVisitRoute, async (c) => {
    const orderId = c.req.valid('param').id
    await moveOwnVisit(context, { ...own(c, orderId), ...c.req.valid('json') })
    return c.json(toOrder(await readForViewer(context, c, orderId), reader(c)), 200)
  })

  api.openapi(agreeRoute, async (c) => {
    const orderId = c.req.valid('param').id
    await agreeToVisit(context, { ...own(c, orderId), ...c.req.valid('json') })
    return c.json(toOrder(await readForViewer(context, c, orderId), reader(c)), 200)
  })
}
