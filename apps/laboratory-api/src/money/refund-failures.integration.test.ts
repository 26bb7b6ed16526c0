import { expect, test } from 'vitest'
import { stripeOfFile } from '../payments/testing/stripe-of-file.ts'
import { createStaff, everywhere, type TestStaff } from '../staff/testing/staff-fixture.ts'

const DAY = 24 * 60
const house = stripeOfFile()

const today = () => house.shop.clock.now.toISOString().slice(0, 10)
/** Sessions do not last for the days that pass here. */
const finance = (): Promise<TestStaff> => createStaff(house.shop.api, everywhere('finance'))
const HEAD = 'created_utc,currency,gross,reporting_category,payment_intent_id'
/** Stripe's report of today. */
const report = (...lines: [category: string, gross: string, intent: string][]) => ({
  csv: [
    HEAD,
    ...lines.map(([category, gross, intent]) => `${today()} 06:00:00,byn,${gross},${category},${intent}`),
  ].join('\n'),
})

test('a refund that fails days after it was made is a movement of both days, agrees with Stripe’s statement, and can be paid by transfer', async () => {
  const anna = await finance()
  const start = new Date('2040-03-20T06:00:00Z').toISOString()
  const order = await house.shop.placeOrder(house.customer, { visit: { kind: 'branch', start } })
  house.stripe.pay(order.token)
  const paid = house.stripe.notification(order.token, 'checkout.session.completed', {
    at: house.shop.clock.now,
  })
  await house.shop.notify(paid, 'stripe')
  const intent = house.stripe.sessions.get(order.token)!.payment_intent!
  const { payments } = await anna.client.listPayments({ find: order.number })
  const paymentId = payments[0]!.id
  const { transactions } = await anna.client.readPayment(paymentId)
  const asked = await anna.client.requestRefund(transactions[0]!.id, {
    amount: { price: 5, currency: 'BYN' },
    reason: 'A sample could not be used.',
    endsOrder: false,
    version: 0,
  })
  expect(asked.state).toBe('done')
  await house.shop.api.mailServer.take({
    to: house.customer.user.email,
    subject: new RegExp(`${order.number}: refund`),
  })
  const { id: refundId } = house.stripe.refunds.at(-1)!
  const firstDay = today()
  const closed = await anna.client.dayClosing(firstDay)

  house.shop.clock.pass(3 * DAY)
  const vera = await finance()
  house.stripe.refundStatuses.set(refundId!, 'failed')
  const failure = house.stripe.refundNotification(refundId!, 'refund.failed', house.shop.clock.now)
  expect((await house.shop.notify(failure, 'stripe')).status).toBe(200)
  expect((await vera.client.dayClosing(firstDay)).sums).toEqual(closed.sums)
  expect((await vera.client.dayClosing(today())).sums).toMatchObject([
    { provider: 'stripe', received: { price: 5, currency: 'BYN' }, givenBackCount: 0 },
  ])
  const csv = await (await vera.client.dayClosingCsv(today())).text()
  expect(csv).toMatch(
    new RegExp(`refund_failure,settled,${order.number},\\d+,stripe,${intent},${refundId},5.00,,BYN`),
  )
  const compared = await vera.client.compareStatement(report(['refund_failure', '5.00', intent]))
  expect(compared).toMatchObject({ matched: 1, differences: [] })
  expect(await vera.client.paymentAttention()).toContainEqual(
    expect.objectContaining({
      kind: 'refundNotTaken',
      orderNumber: order.number,
      detail: 'refund failed',
    }),
  )
  const [refund] = (await vera.client.readPayment(paymentId)).transactions[0]!.refunds
  expect(refund).toMatchObject({
    state: 'approved',
    isRefused: true,
    reversals: [{ refundId, failedAt: house.shop.clock.now.toISOString() }],
  })

  house.shop.clock.pass(DAY)
  const olga = await finance()
  const how = { way: 'bankTransfer', reference: 'PP 1042', version: refund!.version } as const
  expect(await olga.client.closeOutside(refund!.id, how)).toMatchObject({ state: 'done' })
  // The money comes another way than the patient was told.
  const notice = await house.shop.api.mailServer.take({
    to: house.customer.user.email,
    subject: new RegExp(`${order.number}: refund`),
  })
  expect(notice.text).toContain('by bank transfer, reference PP 1042')
  expect((await olga.client.dayClosing(today())).sums).toMatchObject([
    { provider: 'bankTransfer', givenBack: { price: 5, currency: 'BYN' } },
  ])
  expect((await olga.client.dayClosing(firstDay)).sums).toEqual(closed.sums)
})

test('a failed refund that the books do not know is a difference; one that failed before they had it moved no money', async () => {
  // A day without movements of its own.
  house.shop.clock.pass(30 * DAY)
  const anna = await finance()
  const failedOnly = await anna.client.compareStatement(report(['refund_failure', '7.00', 'pi_unknown']))
  expect(failedOnly.differences).toMatchObject([
    { kind: 'onlyInStatement', type: 'refundFailure', transactionId: 'pi_unknown', statement: { price: 7 } },
  ])
  const both = await anna.client.compareStatement(
    report(['refund', '-7.00', 'pi_unknown'], ['refund_failure', '7.00', 'pi_unknown']),
  )
  expect(both.differences).toEqual([])
})
