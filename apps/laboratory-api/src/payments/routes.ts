import { createRoute } from '@hono/zod-openapi'
import { personalIdSchema } from '@shop/contract/fields'
import { redirectSchema } from '@shop/contract/orders'
import { Problem } from '@shop/contract/problem'
import { PAYMENT_PROVIDERS, type ProviderName } from '@shop/domain/payment-states'
import { z } from 'zod'
import { type Api, json, problems, requireViewer, USER_SECURITY } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { payOrder } from './pay-order.ts'
import { ProviderUnavailable } from './provider.ts'
import { sealedRefundFields } from './sealed-refunds.ts'
import { takeNotification } from './take-notification.ts'
import { definePaymentJobs } from './watch-payment.ts'

const payRoute = createRoute({
  method: 'post',
  path: '/orders/{id}/payment',
  operationId: 'payOrder',
  tags: ['Orders'],
  summary: 'Where to pay for an order that waits for its payment',
  description:
    'The payment page that is still open, or else a new one. Returning from it does not mean that the order is paid: read the order.',
  security: USER_SECURITY,
  request: { params: z.object({ id: personalIdSchema }) },
  responses: {
    200: json(redirectSchema, 'The page to redirect the customer to'),
    ...problems(
      'unauthorized',
      'not_found',
      'order_not_payable',
      'processing_restricted',
      'too_many_requests',
      'currency_not_accepted',
      'payment_provider_unavailable',
    ),
  },
})

const acceptedSchema = z.object({ verdict: z.string() })

/** How a provider's notification proves where it comes from. */
const PROOFS: Readonly<Record<ProviderName, string>> = {
  bepaid: 'HTTP Basic with shop id and secret key, and `Content-Signature` (RSA-SHA256 over the body).',
  stripe: '`Stripe-Signature` (HMAC-SHA256 over time and body, at most five minutes old).',
}

function notificationRoute(provider: ProviderName) {
  return createRoute({
    method: 'post',
    path: `/payments/${provider}/notifications`,
    operationId: `${provider}Notification`,
    tags: ['Payment provider'],
    summary: `For ${provider} only: notify of a payment`,
    description: `${PROOFS[provider]} Notifications may be repeated and may arrive in any order; every authentic one is answered with 200.`,
    responses: {
      200: json(acceptedSchema, 'Processed, or without effect'),
      ...problems('unauthorized', 'not_found', 'payment_provider_unavailable'),
    },
  })
}

/** "Pay", and the endpoints for the payment provider's notifications. */
export function registerPaymentRoutes(api: Api, context: ApiContext): void {
  definePaymentJobs(context)
  context.sealing.contribute(...sealedRefundFields)
  api.openapi(payRoute, async (c) => {
    const redirectUrl = await payOrder(context, {
      viewer: requireViewer(c),
      orderId: c.req.valid('param').id,
    })
    return c.json({ redirectUrl }, 200)
  })

  for (const name of PAYMENT_PROVIDERS) {
    api.openapi(notificationRoute(name), async (c) => {
      if (context.provider.name !== name) throw new Problem('not_found')
      const body = await c.req.text()
      const verdict = await takeNotification(context, { headers: c.req.raw.headers, body }).catch((error) => {
        if (error instanceof ProviderUnavailable) throw new Problem('payment_provider_unavailable')
        throw error
      })
      if (verdict === 'forged') throw new Problem('unauthorized')
      return c.json({ verdict }, 200)
    })
  }
}
