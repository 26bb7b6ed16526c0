import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pageToken } from '../../orders/testing/order-fixture.ts'
import { paymentEvents } from '../tables.ts'
import { stripeOfFile } from '../testing/stripe-of-file.ts'
import { watchPayment } from '../watch-payment.ts'

const house = stripeOfFile()

async function notify(token: string, type: string, options: { secret?: string; eventId?: string } = {}) {
  const notification = house.stripe.notification(token, type, { at: house.shop.clock.now, ...options })
  const answer = await house.shop.notify(notification, 'stripe')
  return answer.status === 200 ? (await answer.json()).verdict : answer.status
}

test.each([
  ['ru', 'Заказ'],
  ['pl', 'Zamówienie'],
  ['be', 'Заказ'],
] as const)('the page names the order in the customer’s language: %s', async (locale, word) => {
  const customer = await house.shop.customer()
  const order = await house.shop.placeOrder(customer, { locale })
  expect(house.stripe.sessions.get(order.token)!.fields).toMatchObject({
    'line_items[0][price_data][product_data][name]': `${word} ${order.number}`,
  })
})

test('a session is opened for one line, with our references and its own expiry', async () => {
  const order = await house.shop.placeOrder(house.customer)
  const { fields } = house.stripe.sessions.get(order.token)!
  expect(fields).toMatchObject({
    mode: 'payment',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][unit_amount]': '2880',
    'line_items[0][price_data][currency]': 'byn',
    'line_items[0][price_data][product_data][name]': `Order ${order.number}`,
    'metadata[order_id]': order.id,
    customer_email: house.customer.user.email,
    locale: 'en',
    success_url: `http://shop.example/order/order-submitted?orderId=${order.id}&session={CHECKOUT_SESSION_ID}`,
    cancel_url: `http://shop.example/order/order-submitted?orderId=${order.id}`,
  })
  const lifeMinutes = (Number(fields.expires_at) * 1000 - house.shop.clock.now.getTime()) / 60_000
  expect(lifeMinutes).toBe(31)
})

test('a completed session pays the order, once for all deliveries', async () => {
  const order = await house.shop.placeOrder(house.customer)
  house.stripe.pay(order.token)
  const eventId = 'evt_completed'
  expect(await notify(order.token, 'checkout.session.completed', { eventId })).toBe('settled')
  expect(await notify(order.token, 'checkout.session.completed', { eventId })).toBe('repeated')
  expect(await notify(order.token, 'checkout.session.async_payment_succeeded')).toBe('repeated')
  expect(await house.customer.client.order(order.id)).toMatchObject({
    state: 'paid',
    payment: { state: 'paid' },
  })
})

test('the current state of the session counts, not the event', async () => {
  const order = await house.shop.placeOrder(house.customer)
  expect(await notify(order.token, 'checkout.session.completed')).toBe('waiting')
  expect(await house.customer.client.order(order.id)).toMatchObject({ state: 'awaitingPayment' })
})

test('both secrets of a rotation are accepted, any other is not', async () => {
  const order = await house.shop.placeOrder(house.customer)
  house.stripe.pay(order.token)
  expect(await notify(order.token, 'checkout.session.completed', { secret: 'whsec_forged' })).toBe(401)
  expect(await notify(order.token, 'checkout.session.completed', { secret: 'whsec_previous' })).toBe(
    'settled',
  )
})

test('a session of a different amount or of real money is refused', async () => {
  const dear = await house.shop.placeOrder(house.customer)
  house.stripe.pay(dear.token)
  house.stripe.sessions.get(dear.token)!.amount_total = 1
  expect(await notify(dear.token, 'checkout.session.completed')).toBe('mismatch')
  const real = await house.shop.placeOrder(house.customer)
  house.stripe.pay(real.token)
  house.stripe.sessions.get(real.token)!.livemode = true
  expect(await notify(real.token, 'checkout.session.completed')).toBe('mismatch')
})

test('a bank transfer that fails later fails the attempt, and a new page can be opened', async () => {
  const order = await house.shop.placeOrder(house.customer)
  house.stripe.sessions.get(order.token)!.status = 'complete'
  expect(await notify(order.token, 'checkout.session.async_payment_failed')).toBe('failedTry')
  expect(await house.customer.client.order(order.id)).toMatchObject({ payment: { state: 'failed' } })
  const token = pageToken((await house.customer.client.payOrder(order.id)).redirectUrl)
  expect(token).not.toBe(order.token)
})

test('an expired session expires its attempt, and frees the place when the time to pay is up', async () => {
  const order = await house.shop.placeOrder(house.customer)
  house.stripe.sessions.get(order.token)!.status = 'expired'
  expect(await notify(order.token, 'checkout.session.expired')).toBe('pageExpired')
  expect(await house.customer.client.order(order.id)).toMatchObject({
    state: 'awaitingPayment',
    payment: { state: 'expired' },
  })
  house.shop.clock.pass(31)
  expect(await notify(order.token, 'checkout.session.expired')).toBe('pageExpired')
  expect(await house.customer.client.order(order.id)).toMatchObject({ state: 'expired' })
})

test('the page of a cancelled or expired order is closed at the provider', async () => {
  const cancelled = await house.shop.placeOrder(house.customer)
  await house.customer.client.cancelOrder(cancelled.id)
  const since = house.shop.clock.now.toISOString()
  await watchPayment(house.shop.api.context, { orderId: cancelled.id, since, look: 0 })
  expect(house.stripe.sessions.get(cancelled.token)?.status).toBe('expired')
  const expired = await house.shop.placeOrder(house.customer)
  house.shop.clock.pass(30)
  await watchPayment(house.shop.api.context, { orderId: expired.id, since, look: 3 })
  await watchPayment(house.shop.api.context, { orderId: expired.id, since, look: 4 })
  expect(house.stripe.sessions.get(expired.token)?.status).toBe('expired')
  expect(await house.customer.client.order(expired.id)).toMatchObject({ state: 'expired' })
})

test('an order whose page could not be opened is paid later, on a page that lives as long as Stripe requires', async () => {
  house.stripe.now = () => house.shop.clock.now
  house.stripe.isDown = true
  const placed = await house.customer.client
    .createOrder(house.shop.orderOf(house.customer), crypto.randomUUID())
    .catch((problem) => problem)
  house.stripe.isDown = false
  house.shop.clock.pass(5)
  const { redirectUrl } = await house.customer.client.payOrder(placed.id)
  expect(house.stripe.sessions.get(pageToken(redirectUrl))!.status).toBe('open')
  expect(await house.customer.client.payOrder(placed.id)).toEqual({ redirectUrl })
})

test('other events are kept and ignored', async () => {
  const order = await house.shop.placeOrder(house.customer)
  expect(await notify(order.token, 'payment_intent.created')).toBe('ignored')
})

test('an event of a session that is not ours is logged and accepted, so that it is not resent for ever', async () => {
  const foreign = 'cs_test_anotherShopsSession'
  const eventId = 'evt_foreign'
  expect(await notify(foreign, 'checkout.session.completed', { eventId })).toBe('unknownAttempt')
  await house.shop.api.logged(({ reading, verdict }) => reading === 'foreign' && verdict === 'unknownAttempt')
  const [event] = await house.database.queries
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.providerEventId, eventId))
  expect(event).toMatchObject({ verdict: 'unknownAttempt', attemptId: null })
})

test('while the provider cannot be asked, the notification is refused, so that it is sent again', async () => {
  const order = await house.shop.placeOrder(house.customer)
  house.stripe.pay(order.token)
  house.stripe.isDown = true
  expect(await notify(order.token, 'checkout.session.completed')).toBe(502)
  house.stripe.isDown = false
  expect(await notify(order.token, 'checkout.session.completed')).toBe('settled')
})
