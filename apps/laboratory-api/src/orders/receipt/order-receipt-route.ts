import { createRoute } from '@hono/zod-openapi'
import { personalIdSchema } from '@shop/contract/fields'
import { z } from 'zod'
import { type Api, problems, requireViewer, USER_SECURITY } from '../../api.ts'
import type { ApiContext } from '../../context.ts'
import { readForViewer } from '../read-for-viewer.ts'
import { orderReceipt } from './order-receipt.ts'

const receiptRoute = createRoute({
  method: 'get',
  path: '/orders/{id}/receipt.pdf',
  operationId: 'orderReceipt',
  tags: ['Orders'],
  summary: 'The receipt of a paid order',
  description: 'In the language of `Accept-Language`. There is no receipt before the payment.',
  security: USER_SECURITY,
  request: { params: z.object({ id: personalIdSchema }) },
  responses: {
    200: { description: 'PDF', content: { 'application/pdf': { schema: z.string() } } },
    ...problems('unauthorized', 'not_found', 'too_many_requests', 'not_ready'),
  },
})

export function registerOrderReceiptRoute(api: Api, context: ApiContext): void {
  api.openapi(receiptRoute, async (c) => {
    const details = await readForViewer(context, c, c.req.valid('param').id)
    const { userId } = requireViewer(c)
    await context.limits.consume('paperPerAccount', userId)
    const reader = { userId, signal: c.req.raw.signal }
    const pdf = await orderReceipt(context, { details, locale: c.var.locale, reader })
    c.header('Content-Type', 'application/pdf')
    c.header('Content-Disposition', `inline; filename="receipt-${details.order.number}.pdf"`)
    c.header('Cache-Control', 'private, no-store')
    return c.body(new Uint8Array(pdf), 200)
  })
}
