import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { refundPayment } from './refund-payment.ts'
import type { RefundRequest } from './request-refund.ts'
import { sendRefund, sendWaitingRefunds } from './send-refund.ts'
import { paymentRefunds, paymentTransactions } from './tables.ts'
import { crashAt } from './testing/crash-at.ts'
import { expectSoundBooks } from './testing/expect-sound-books.ts'
import { stripeOfFile } from './testing/stripe-of-file.ts'

const house = stripeOfFile()

const paymentOf = async (orderId: string) =>
  (
    await house.database.queries
      .select()
      .from(paymentTransactions)
      .where(eq(paymentTransactions.orderId, orderId))
  ).at(-1)!
const notifyPaid = async (token: string) => {
  house.stripe.pay(token)
  const type = 'checkout.session.completed'
  await house.shop.notify(house.stripe.notification(token, type, { at: house.shop.clock.now }), 'stripe')
}
async function paidOrder() {
  const order = await house.shop.placeOrder(house.customer)
  await notifyPaid(order.token)
  return { order, payment: await paymentOf(order.id) }
}
const stored = async (id: string) =>
  (await house.database.queries.select().from(paymentRefunds).where(eq(paymentRefunds.id, id)))[0]!
async function mailsAbout(refundId: string): Promise<number> {
  const { rows } = await house.database.queries.execute(
    sql`select from jobs.job where name = 'mail' and data ->> 'refundId' = ${refundId}`,
  )
  return rows.length
}

/** A refund that Stripe answers with this status. */
async function refunded(status: string, request: Partial<RefundRequest> = { amount: 1_000 }) {
  const { order, payment } = await paidOrder()
  house.stripe.refundStatus = status
  const { id, state } = await refundPayment(house.shop.api.context, { payment, ...request })
  house.stripe.refundStatus = 'succeeded'
  const { providerRefundId } = await stored(id)
  return {
    order,
    payment,
    id,
    state,
    key: { id, ownerId: payment.ownerId },
    providerRefundId: providerRefundId!,
  }
}
type Refunded = Awaited<ReturnType<typeof refunded>>
const madeOf = ({ payment }: Refunded) =>
  house.stripe.refunds.filter((one) => one.payment_intent === payment.transactionId)
/** The bank has decided on the refund, and Stripe notifies the shop. */
async function decided({ providerRefundId: id }: Refunded, status: string, type = 'refund.updated') {
  house.stripe.refundStatuses.set(id, status)
  return (await house.shop.notify(house.stripe.refundNotification(id, type, house.shop.clock.now), 'stripe'))
    .status
}
const sendWaiting = () => {
  house.shop.clock.pass(3)
  return sendWaitingRefunds(house.shop.api.context)
}

test.each(['pending', 'requires_action'])(
  'a refund that is %s is on its way: it is not booked, not mailed, and not sent again',
  async (status) => {
    const refund = await refunded(status)
    expect(refund.state).toBe('approved')
    expect(await stored(refund.id)).toMatchObject({ state: 'approved', failure: null, doneAt: null })
    await sendWaiting()
    expect(await sendRefund(house.shop.api.context, refund.key)).toBe('approved')
    expect(madeOf(refund)).toHaveLength(1)
    expect(await mailsAbout(refund.id)).toBe(0)
    expect(await house.customer.client.order(refund.order.id)).toMatchObject({
      payment: { state: 'paid', refunds: [{ state: 'approved' }] },
    })
  },
)

test('once the bank has made it, it is booked and mailed once, whoever asks, and however often', async () => {
  const refund = await refunded('pending', {})
  house.stripe.refundStatuses.set(refund.providerRefundId, 'succeeded')
  const type = 'refund.updated'
  const event = () => house.stripe.refundNotification(refund.providerRefundId, type, house.shop.clock.now)
  const { context } = house.shop.api
  await Promise.all([
    house.shop.notify(event(), 'stripe'),
    house.shop.notify(event(), 'stripe'),
    sendRefund(context, refund.key),
    sendWaiting(),
  ])
  await sendWaiting()
  expect(await stored(refund.id)).toMatchObject({
    state: 'done',
    providerRefundId: refund.providerRefundId,
    reversals: [],
  })
  expect(await mailsAbout(refund.id)).toBe(1)
  expect(madeOf(refund)).toHaveLength(1)
  expect(await house.customer.client.order(refund.order.id)).toMatchObject({
    state: 'refunded',
    payment: { state: 'refunded' },
  })
})

test('the shop asks by itself, however long the bank takes', async () => {
  const refund = await refunded('pending')
  house.shop.clock.pass(9 * 24 * 60)
  house.stripe.refundStatuses.set(refund.providerRefundId, 'succeeded')
  await sendWaiting()
  expect(await stored(refund.id)).toMatchObject({ state: 'done' })
})

test.each(['refund.updated', 'refund.failed', 'charge.refund.updated'])(
  'a refund that fails after it was accepted is refused, as %s says: people send it again, under another key',
  async (type) => {
    const refund = await refunded('pending')
    expect(await decided(refund, 'failed', type)).toBe(200)
    expect(await stored(refund.id)).toMatchObject({
      state: 'approved',
      failure: 'refund failed',
      providerRefundId: null,
      reversals: [],
    })
    // Not by itself: the bank would return the money again.
    await sendWaiting()
    expect(madeOf(refund)).toHaveLength(1)
    expect(await sendRefund(house.shop.api.context, refund.key)).toBe('done')
    expect(madeOf(refund).map(({ key }) => key)).toEqual([refund.id, expect.not.stringContaining(refund.id)])
    expect(await mailsAbout(refund.id)).toBe(1)
  },
)

test('while the provider cannot be asked, nothing changes, and its notification is sent again', async () => {
  const refund = await refunded('pending')
  house.stripe.isDown = true
  expect(await decided(refund, 'failed')).toBe(502)
  await sendWaiting()
  house.stripe.isDown = false
  expect(await stored(refund.id)).toMatchObject({ state: 'approved', failure: null })
  // An unknown id is no refusal of the refund either.
  house.stripe.refundStatuses.delete(refund.providerRefundId)
  await sendWaiting()
  expect(await stored(refund.id)).toMatchObject({
    failure: null,
    providerRefundId: refund.providerRefundId,
  })
  house.stripe.refundStatuses.set(refund.providerRefundId, 'canceled')
  await sendWaiting()
  expect(await stored(refund.id)).toMatchObject({ failure: 'refund failed' })
})

test('a notification about a refund that is not ours, or whose end is unchanged, changes nothing', async () => {
  const refund = await refunded('succeeded')
  expect(await decided(refund, 'succeeded')).toBe(200)
  expect(await stored(refund.id)).toMatchObject({ state: 'done', reversals: [] })
  const foreign = house.stripe.refundNotification('re_of_another_shop', 'refund.failed', house.shop.clock.now)
  expect((await house.shop.notify(foreign, 'stripe')).status).toBe(200)
})

test('a refund that was made and fails days later is due again; the patient is not told a second time', async () => {
  const refund = await refunded('succeeded', {})
  const { doneAt } = await stored(refund.id)
  expect(await house.customer.client.order(refund.order.id)).toMatchObject({ payment: { state: 'refunded' } })
  house.shop.clock.pass(3 * 24 * 60)
  await Promise.all([decided(refund, 'failed', 'refund.failed'), decided(refund, 'failed')])
  const failed = await stored(refund.id)
  expect(failed).toMatchObject({
    state: 'approved',
    doneAt: null,
    failure: 'refund failed',
    reversals: [
      {
        refundId: refund.providerRefundId,
        doneAt: doneAt!.toISOString(),
        failedAt: house.shop.clock.now.toISOString(),
      },
    ],
  })
  await expectSoundBooks(house.database)
  expect(await house.customer.client.order(refund.order.id)).toMatchObject({
    state: 'refunded',
    payment: { state: 'paid', refunds: [{ state: 'approved' }] },
  })
  await sendWaiting()
  expect(madeOf(refund)).toHaveLength(1)
  expect(await sendRefund(house.shop.api.context, refund.key)).toBe('done')
  expect(madeOf(refund)).toHaveLength(2)
  expect(await mailsAbout(refund.id)).toBe(1)
  // An old message about the first one does not touch the second.
  await decided(refund, 'failed')
  expect(await stored(refund.id)).toMatchObject({ state: 'done', reversals: [{}] })
  const { history } = await house.customer.client.order(refund.order.id)
  expect(history.filter(({ cause }) => cause === 'refund')).toHaveLength(1)
})

test('a second payment whose refund fails afterwards is due again', async () => {
  const order = await house.shop.placeOrder(house.customer)
  await notifyPaid(order.token)
  house.stripe.sessions.get(order.token)!.payment_intent = 'pi_second'
  await notifyPaid(order.token)
  const payment = await paymentOf(order.id)
  expect(payment.kind).toBe('second')
  const { id } = await refundPayment(house.shop.api.context, { payment })
  const { providerRefundId } = await stored(id)
  const isDue = async () => (await house.customer.client.order(order.id)).payment.refundDue
  expect(await isDue()).toBe(false)
  house.stripe.refundStatuses.set(providerRefundId!, 'failed')
  const event = house.stripe.refundNotification(providerRefundId!, 'refund.failed', house.shop.clock.now)
  await house.shop.notify(event, 'stripe')
  expect(await isDue()).toBe(true)
  await sendRefund(house.shop.api.context, { id, ownerId: payment.ownerId })
  expect(await isDue()).toBe(false)
})

test.each(['succeeded', 'failed'])(
  'a process that ends while it learns that a refund has %s leaves it to the next one',
  async (end) => {
    for (let statement = 0; ; statement++) {
      const refund = await refunded('pending')
      house.stripe.refundStatuses.set(refund.providerRefundId, end)
      const ask = () => sendRefund(house.shop.api.context, refund.key)
      const hasCrashed = await crashAt(house.database, statement, ask)
      await expectSoundBooks(house.database)
      const { state } = await stored(refund.id)
      // One that is known to have failed would be sent again.
      if (end === 'succeeded' || (await stored(refund.id)).providerRefundId) await ask()
      expect(await stored(refund.id), state).toMatchObject(
        end === 'succeeded' ? { state: 'done' } : { state: 'approved', failure: 'refund failed' },
      )
      expect(await mailsAbout(refund.id)).toBe(end === 'succeeded' ? 1 : 0)
      expect(madeOf(refund)).toHaveLength(1)
      if (!hasCrashed) break
    }
  },
)

test('a process that ends before it has stored that a refund was accepted leaves one that is accepted once', async () => {
  for (let statement = 0; ; statement++) {
    const { payment, order } = await paidOrder()
    house.stripe.turnsAway = 503
    const { id } = await refundPayment(house.shop.api.context, { payment, amount: 1_000 })
    house.stripe.turnsAway = null
    house.stripe.refundStatus = 'pending'
    const send = () => sendRefund(house.shop.api.context, { id, ownerId: payment.ownerId })
    const hasCrashed = await crashAt(house.database, statement, send)
    house.shop.clock.pass(3)
    expect(await send()).toBe('approved')
    house.stripe.refundStatus = 'succeeded'
    expect((await stored(id)).providerRefundId).not.toBeNull()
    const made = house.stripe.refunds.filter((one) => one.payment_intent === payment.transactionId)
    expect(made, order.number).toHaveLength(1)
    if (!hasCrashed) break
  }
})
