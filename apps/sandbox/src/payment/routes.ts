import { BODY_LIMIT_BYTES } from '@shop/server/readable-requests'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { respondWithPage } from '../pages/respond-with-page.ts'
import { checkoutPage, unknownCheckoutPage } from './checkout-page.ts'
import { checkoutRequest, toProviderErrors } from './checkout-request.ts'
import { type ConclusionAnswer, concludeCheckout, conclusion } from './conclude-checkout.ts'
import { checkoutUrl, createCheckout } from './create-checkout.ts'
import { isAuthorized, type PaymentPage } from './payment-page.ts'
import { describeCheckout, queryCheckout } from './query-checkout.ts'
import { describeRefund, refundPayment, refundRequest } from './refund-payment.ts'
import { releaseNotifications } from './release-notifications.ts'

const REFUSALS = { unknown: 404, expired: 410, finished: 409 } as const

/** The provider's API for shops, the page for people and the hooks for tests. */
export function paymentRoutes(page: PaymentPage): Hono {
  const routes = new Hono()
  routes.use(bodyLimit({ maxSize: BODY_LIMIT_BYTES }))
  addShopInterface(routes, page)
  addPeoplesPage(routes, page)
  return routes
}

function addShopInterface(routes: Hono, page: PaymentPage): void {
  for (const path of ['/ctp/api/*', '/transactions/*'])
    routes.use(path, async (context, next) => {
      if (isAuthorized(context.req.header('authorization'), page)) return next()
      context.header('WWW-Authenticate', 'Basic realm="payment"')
      return refuse(context, 401, 'Unauthorized')
    })

  routes.post('/ctp/api/checkouts', async (context) => {
    if (context.req.header('x-api-version') !== '2') return refuse(context, 400, 'X-API-Version must be 2')
    const parsed = checkoutRequest.safeParse(await readJson(context))
    if (!parsed.success) return context.json(toProviderErrors(parsed.error), 422)
    return context.json({ checkout: await createCheckout(page, parsed.data.checkout) }, 201)
  })

  routes.get('/ctp/api/checkouts/:token', async (context) => {
    const state = await queryCheckout(page, context.req.param('token'))
    if (!state) return refuse(context, 404, 'Token not found')
    return context.json({ checkout: describeCheckout(page, state) })
  })

  routes.post('/transactions/refunds', async (context) => {
    const parsed = refundRequest.safeParse(await readJson(context))
    if (!parsed.success) return context.json(toProviderErrors(parsed.error), 422)
    const answer = await refundPayment(page, {
      ...parsed.data.request,
      requestId: context.req.header('RequestID'),
    })
    if ('refused' in answer)
      return context.json({ message: answer.refused, errors: { base: [answer.refused] } }, 422)
    return context.json({ transaction: describeRefund(answer) }, 201)
  })
}

function addPeoplesPage(routes: Hono, page: PaymentPage): void {
  routes.get('/checkouts/:token', async (context) => {
    const state = await queryCheckout(page, context.req.param('token'))
    return respondWithPage(
      context,
      state ? checkoutPage(page, state) : unknownCheckoutPage(context.req.header('Accept-Language')),
    )
  })

  routes.post('/checkouts/:token', async (context) => {
    const token = context.req.param('token')
    const isJson = context.req.header('content-type')?.startsWith('application/json')
    const parsed = conclusion.safeParse(isJson ? await readJson(context) : await context.req.parseBody())
    if (!parsed.success) return context.json(toProviderErrors(parsed.error), 422)
    const answer = await concludeCheckout(page, { token, ...parsed.data })
    return isJson ? answerTest(context, answer) : answerPerson(context, page, token, answer)
  })

  routes.post('/checkouts/:token/notify', async (context) =>
    context.json({ delivered: await releaseNotifications(page, { token: context.req.param('token') }) }),
  )
}

function answerTest(context: Context, answer: ConclusionAnswer) {
  if (answer.kind !== 'concluded') return refuse(context, REFUSALS[answer.kind], `Checkout is ${answer.kind}`)
  const { kind: _, ...concluded } = answer
  return context.json(concluded)
}

/** If the action is no longer possible, the page itself explains it. */
function answerPerson(context: Context, page: PaymentPage, token: string, answer: ConclusionAnswer) {
  return context.redirect(answer.kind === 'concluded' ? answer.redirectUrl : checkoutUrl(page, token), 303)
}

function refuse(context: Context, status: 400 | 401 | 404 | 409 | 410, message: string) {
  return context.json({ response: { status: 'error', message } }, status)
}

/** Undefined if the body is not JSON; no schema accepts that. */
async function readJson(context: Context): Promise<unknown> {
  return context.req.json().catch(() => undefined)
}
