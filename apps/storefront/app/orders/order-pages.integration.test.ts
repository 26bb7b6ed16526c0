import { ApiProblem } from '@shop/contract/main-api-client'
import { CART_LINE_LIMIT } from '@shop/domain/add-to-cart'
import { createElement } from 'react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStorefront, type TestStorefront } from '../../server/testing/open-test-storefront.ts'
import { calculateOpenCart, changeCart, openCart } from '../cart/open-cart.server.ts'
import { shoppersAt, URINE_CONTAINER } from '../checkout/testing/shoppers.ts'
import { passFileOn } from '../platform/problems/pass-file-on.server.ts'
import { pageHtml, wordsOf } from '../testing/page-html.tsx'
import { formOf, outcomeOf, sent } from '../testing/test-shop.ts'
import { changeOrder, orderAgain } from './change-order.server.ts'
import { loadOrder, loadOrderSubmitted } from './load-order.server.ts'
import { OrderPage } from './order-page.tsx'
import { changeVisit, loadVisit } from './visit.server.ts'

let storefront: TestStorefront
const { fill, shopper, ordered } = shoppersAt(() => storefront)
beforeAll(async () => {
  storefront = await openTestStorefront()
})
afterAll(() => storefront.close())

test('the payment’s notification updates the page, whatever the browser brings back', {
  tags: ['slow'],
}, async () => {
  const { shop, orderId } = await ordered()
  const query = new URLSearchParams({ orderId, status: 'successful', uid: 'forged' })
  expect((await loadOrderSubmitted(shop, query)).state).toBe('awaitingPayment')
  const { bepaid } = storefront.laboratory
  const token = [...bepaid.pages.keys()].at(-1)!
  bepaid.conclude(token, 'successful')
  await storefront.laboratory.notify(bepaid.notification(token))
  const order = await loadOrderSubmitted(shop, query)
  expect(order).toMatchObject({ state: 'paid', payment: { state: 'paid' }, heldUntil: null })
  expect(order.ready?.last).toMatch(/^\w{3} \d+\u00a0Mar$/)
  const calendar = await passFileOn(shop, () => shop.api.orderCalendar(orderId))
  expect(calendar.headers.get('Content-Type')).toMatch(/^text\/calendar/)
  const receipt = await passFileOn(shop, () => shop.api.orderReceipt(orderId))
  expect(receipt.headers.get('Content-Type')).toBe('application/pdf')
})

test('moving a family’s visit is offered like the first choice: with enough time for everyone, and considering who fasts', async () => {
  const { laboratory } = storefront
  const customer = await storefront.customer()
  const shop = storefront.shopOf(customer)
  const other = await storefront.patient(customer, 'Maria', 'FEMALE', '1990-05-01')
  const patients = [customer.patientId, other].map((patientId) => ({
    patientId,
    analysisIds: [storefront.analysisId('1252')],
    optionalMaterials: {},
    pregnant: false,
  }))
  const { id, token } = await laboratory.placeOrder(customer, { patients })
  laboratory.bepaid.conclude(token, 'successful')
  await laboratory.notify(laboratory.bepaid.notification(token))
  const { group, week } = await loadVisit(shop, id, new URLSearchParams({ day: '2040-03-10' }))
  const { preparation } = (await shop.api.order(id)).patients[0]!
  expect(group).toEqual({
    people: 2,
    minutes: 30,
    fasts: preparation.fastFrom !== null,
    bringsMorningUrine: false,
  })
  expect(week.slots.at(-1)?.time).toBe('14:30')
})

test('on return from the payment page before the notification the provider is asked, and a forged return changes nothing', async () => {
  const { shop, orderId } = await ordered()
  const { bepaid } = storefront.laboratory
  const token = [...bepaid.pages.keys()].at(-1)!
  const back = new URLSearchParams({ orderId, token, status: 'successful', uid: 'forged' })
  expect((await loadOrderSubmitted(shop, back)).state).toBe('awaitingPayment')
  bepaid.isDown = true
  expect((await loadOrderSubmitted(shop, back)).state).toBe('awaitingPayment')
  bepaid.isDown = false
  bepaid.conclude(token, 'successful')
  expect((await loadOrderSubmitted(shop, back)).state).toBe('paid')
  const { shop: stranger } = await shopper()
  await expect(loadOrderSubmitted(stranger, back)).rejects.toMatchObject({ status: 404 })
})

test('an unpaid order can be paid again or cancelled, a cancelled one can only be ordered again', async () => {
  const { shop, orderId } = await ordered()
  const paying = outcomeOf(await changeOrder(shop, orderId, sent(formOf({ intent: 'pay' }))))
  expect(paying.status).toBe(303)
  expect(paying.location).toContain(storefront.laboratory.bepaid.url)
  const cancelled = outcomeOf(await changeOrder(shop, orderId, sent(formOf({ intent: 'cancel' }))))
  expect(cancelled.location).toBe(`/orders/${orderId}`)
  expect((await loadOrder(shop, orderId)).state).toBe('cancelled')
  const late = outcomeOf(await changeOrder(shop, orderId, sent(formOf({ intent: 'pay' }))))
  // Its page says why; a refusal above it would only alarm those who have just paid in another tab.
  expect(late.location).toBe(`/orders/${orderId}`)
  const again = outcomeOf(await changeOrder(shop, orderId, sent(formOf({ intent: 'again' }))))
  expect(again.location).toBe('/order/cart?notice=reordered')
})

test('an order whose payment page was opened too often says so and how long to wait', async () => {
  const { shop, orderId } = await ordered()
  const limited: typeof shop = {
    ...shop,
    api: {
      ...shop.api,
      payOrder: async () => Promise.reject(new ApiProblem(429, { code: 'too_many_requests' }, 600)),
    },
  }
  expect(outcomeOf(await changeOrder(limited, orderId, sent(formOf({ intent: 'pay' }))))).toMatchObject({
    status: 429,
    failure: {
      title: { key: 'order.problem.tooManyPages' },
      reasons: [{ key: 'forms.tooManyTriesMinutes', count: 10 }],
    },
  })
})

test('a visit moved too often says so, how long to wait, and keeps what was chosen', async () => {
  const { shop, orderId } = await ordered()
  const limited: typeof shop = {
    ...shop,
    api: {
      ...shop.api,
      moveVisit: async () => Promise.reject(new ApiProblem(429, { code: 'too_many_requests' }, 600)),
    },
  }
  const visitDate = '2040-03-08T09:00:00+03:00'
  const form = sent(formOf({ intent: 'move', current: '2040-03-07T09:00:00+03:00', visitDate }))
  expect(outcomeOf(await changeVisit(limited, orderId, form))).toMatchObject({
    status: 429,
    failure: {
      title: { key: 'order.problem.tooManyMoves' },
      reasons: [{ key: 'forms.tooManyTriesMinutes', count: 10 }],
      values: { visitDate },
    },
  })
})

test('a payment that comes after its order has ended is called late, not an extra one', async () => {
  const { shop, orderId } = await ordered()
  const { bepaid } = storefront.laboratory
  const token = [...bepaid.pages.keys()].at(-1)!
  await changeOrder(shop, orderId, sent(formOf({ intent: 'cancel' })))
  bepaid.conclude(token, 'successful')
  await storefront.laboratory.notify(bepaid.notification(token))
  const order = await loadOrder(shop, orderId)
  expect(order.payment.refundDue).toBe(true)
  const words = wordsOf(pageHtml(createElement(OrderPage, { order })))
  expect(words).toContain('This order has been cancelled. There is nothing to pay.')
  expect(words).toContain('Your payment reached us after that. We are refunding it in full.')
  expect(words).not.toContain('extra payment')
})

test('cancelling promises what is left of the price, and “Refunded” means all of it', async () => {
  const { shop, orderId } = await ordered()
  const order = await shop.api.order(orderId)
  const refund = (state: 'approved' | 'done', price: number) => ({
    state,
    amount: { ...order.total, price },
    at: order.createdAt,
  })
  const read = (kept: number, refunds: ReturnType<typeof refund>[]) => {
    const payment = { ...order.payment, kept: { ...order.total, price: kept }, refunds }
    return loadOrder({ ...shop, api: { ...shop.api, order: async () => ({ ...order, payment }) } }, orderId)
  }
  const partly = await read(18.8, [refund('done', 10)])
  expect(partly.change.refund).toMatch(/^18\.80\sBYN$/)
  expect(partly.payment.isFullyRefunded).toBe(false)
  expect((await read(0, [refund('done', 1.15), refund('done', 27.65)])).payment.isFullyRefunded).toBe(true)
  expect((await read(0, [refund('done', 1.15), refund('approved', 27.65)])).payment.isFullyRefunded).toBe(
    false,
  )
})

test('a paid order looked at later says first how to get ready, and its payment once', async () => {
  const { shop, orderId } = await ordered()
  const { bepaid } = storefront.laboratory
  const token = [...bepaid.pages.keys()].at(-1)!
  bepaid.conclude(token, 'successful')
  await storefront.laboratory.notify(bepaid.notification(token))
  const changeable: typeof shop = {
    ...shop,
    api: {
      ...shop.api,
      order: async (id) => ({
        ...(await shop.api.order(id)),
        visitChange: { until: '2099-03-02T19:45:00+03:00', movedFrom: null },
      }),
    },
  }
  const order = await loadOrder(changeable, orderId)
  expect(order.change.until).toMatch(/^\w+\u00a02\u00a0Mar,\u00a019:45$/)
  const words = (isFresh: boolean) => wordsOf(pageHtml(createElement(OrderPage, { order, isFresh })))
  expect(words(false)).toMatch(/Before the visit.*Add to calendar.*What happens next.*Ordered and paid/s)
  expect(words(false)).not.toContain('Payment received')
  expect(words(true)).toContain('Payment received')
})

test('a day on which results were expected is not named once it has passed', async () => {
  const { shop, orderId } = await ordered()
  const steps = async (now: Date) => {
    const order = await loadOrder({ ...shop, now: () => now }, orderId)
    return wordsOf(pageHtml(createElement(OrderPage, { order })))
  }
  const { readyDate } = await shop.api.order(orderId)
  expect(await steps(new Date(`${readyDate}T20:00:00Z`))).toMatch(/All results ready\w{3} \d+\u00a0Mar/)
  expect(await steps(new Date(`${readyDate}T22:00:00Z`))).toMatch(/All results readyWe will e-mail you/)
})

test.each([
  ['brings', false],
  ['buys', true],
])('a container that the patient %s is listed where it belongs on the order page', async (_, isBought) => {
  const { shop, orderId } = await ordered(['7001'], { [URINE_CONTAINER]: isBought })
  const order = await loadOrder(shop, orderId)
  const name = 'Sterile urine container, 100 mL'
  const [patient] = order.patients
  expect(patient!.brought).toEqual(isBought ? [] : [name])
  expect(patient!.lines.some((line) => line.name === name)).toBe(isBought)
  const words = wordsOf(pageHtml(createElement(OrderPage, { order })))
  expect(words.includes(`Have your own container ready: ${name}`)).toBe(!isBought)
  expect(words.split(name)).toHaveLength(2)
})

test('the note on the fast is shown once, also with the previous release of the main API, which does not tell which one it is', async () => {
  const { shop, orderId } = await ordered()
  const withNotes = (aboutFast: string, isTold: boolean): typeof shop => ({
    ...shop,
    api: {
      ...shop.api,
      order: async (id) => {
        const order = await shop.api.order(id)
        const preparation = {
          fastingHours: 8,
          fastFrom: order.visit.start,
          beforeFeed: false,
          notes: [aboutFast, 'No sports.'],
          ...(isTold ? { fastingNote: aboutFast } : {}),
        }
        return { ...order, patients: order.patients.map((patient) => ({ ...patient, preparation })) }
      },
    },
  })
  const shown = async (of: typeof shop) => (await loadOrder(of, orderId)).patients[0]!.preparation
  for (const [aboutFast, isTold] of [
    ['Nothing to eat after midnight.', true],
    ['Do not eat for 8 hours.', false],
  ] as const) {
    const preparation = await shown(withNotes(aboutFast, isTold))
    expect(preparation).toMatchObject({ fastingNote: aboutFast, notes: ['No sports.'] })
  }
})

test('a stranger cannot find an order or its documents', async () => {
  const { orderId } = await ordered()
  const { shop: stranger } = await shopper()
  const notFound = { status: 404 }
  await expect(loadOrder(stranger, orderId)).rejects.toMatchObject(notFound)
  await expect(loadOrder(stranger, '../patient')).rejects.toMatchObject(notFound)
  const cancelling = changeOrder(stranger, orderId, sent(formOf({ intent: 'cancel' })))
  await expect(cancelling).rejects.toMatchObject({ status: 404 })
  for (const id of [orderId, '../users']) {
    const passing = passFileOn(stranger, () => stranger.api.orderReceipt(id))
    await expect(passing).rejects.toMatchObject({ status: 404 })
  }
})

test('a container that is not decided yet does not keep an order out of the cart, which asks for it', async () => {
  const { customer, shop, orderId } = await ordered()
  await fill(shop, customer.patientId, ['7001'])
  expect(await orderAgain({ shop, orderId })).toBe('reordered')
  const open = await openCart(shop)
  expect(open.records.cart.body.cart.analysisIdsByPatientId[customer.patientId]).toEqual(
    ['1252', '7001'].map(storefront.analysisId),
  )
  expect(calculateOpenCart(open).obstacles).toEqual(['undecided_materials'])
})

test('an order for which the cart has no room is refused with the cart’s own words', async () => {
  const { customer, shop, orderId } = await ordered()
  const { cart } = (await openCart(shop)).records
  const many = Array.from({ length: CART_LINE_LIMIT }, (_, index) => 900_000 + index)
  await changeCart(shop, () => ({
    cart: { ...cart.body.cart, analysisIdsByPatientId: { [customer.patientId]: many } },
    result: undefined,
  }))
  const again = changeOrder(shop, orderId, sent(formOf({ intent: 'again' })))
  expect(outcomeOf(await again)).toMatchObject({
    status: 409,
    failure: { title: { key: 'cart:add.outcome.full', count: CART_LINE_LIMIT } },
  })
})

test('an order’s page warns of an afternoon as the cart did, when the morning’s urine is to be brought', async () => {
  const { shop, orderId } = await ordered(['7001'], { [URINE_CONTAINER]: false })
  const wordsWith = async (as: typeof shop) =>
    wordsOf(pageHtml(createElement(OrderPage, { order: await loadOrder(as, orderId) })))
  expect(await wordsWith(shop)).not.toContain('Late for morning urine')
  const order = await shop.api.order(orderId)
  const patients = order.patients.map((patient) => ({
    ...patient,
    preparation: { ...patient.preparation, isLateForUrine: true },
  }))
  const late = { ...shop, api: { ...shop.api, order: async () => ({ ...order, patients }) } }
  expect(await wordsWith(late)).toContain('Late for morning urine')
})
