import { codeOf } from '@shop/laboratory-api/testing/test-api'
import { type ComponentProps, createElement } from 'react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  HOME_LABORATORY,
  openTestStorefront,
  type TestStorefront,
} from '../../server/testing/open-test-storefront.ts'
import { changeCart } from '../cart/open-cart.server.ts'
import { loadOrderSubmitted } from '../orders/load-order.server.ts'
import { loadOrders } from '../orders/load-orders.server.ts'
import { keepFormForLogin } from '../platform/forms/form-draft.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { autofillOf, pageHtml } from '../testing/page-html.tsx'
import { formOf, outcomeOf, sent } from '../testing/test-shop.ts'
import { changeCallDetails, loadCallDetails } from './call-details.server.ts'
import { confirmEmailInOrder, loadConfirmEmailInOrder } from './confirm-email-in-order.server.ts'
import { changeDataConfirmed, type DataConfirmedView, loadDataConfirmed } from './data-confirmed.server.ts'
import { changeDateOrCall, loadDateOrCall } from './date-or-call.server.ts'
import { changeNurseCheckoutDate, loadNurseCheckoutDate } from './nurse-checkout-date.server.ts'
import { changeOrderFeedback, loadOrderFeedback } from './order-feedback.server.ts'
import CallDetails from './routes/call-details.tsx'
import { shoppersAt, URINE_CONTAINER } from './testing/shoppers.ts'

const PAGE = 'http://shop.example/order/call-details'
const VISIT_PAGE = 'http://shop.example/order/nurse-checkout-time'
const CALL = {
  regionName: 'minsk',
  street: 'улица Сурганова, 42, 57',
  phone: '+375 29 000 12 34',
}

let storefront: TestStorefront
const { fill, shopper, shopperWithTime } = shoppersAt(() => storefront)
beforeAll(async () => {
  storefront = await openTestStorefront()
})
afterAll(() => storefront.close())

/** Where a loader redirects to instead of showing its page. */
async function sentTo(loading: Promise<unknown>): Promise<string | null> {
  const thrown = await loading.catch((error: unknown) => error)
  return thrown instanceof Response ? thrown.headers.get('Location') : null
}

test.each([
  ['chosen', (start: string) => start],
  ['made up', () => 'next Friday'],
])('a form with a time %s when the session ended is restored after login', async (_, timeOf) => {
  const { shop } = await shopper()
  const { week, formOwner } = await loadNurseCheckoutDate(shop, new URL(VISIT_PAGE))
  const free = week.slots.findLast((slot) => slot.free > 0)!
  const login = await keepFormForLogin(shop, '/login?pathnameToReturn=/order/nurse-checkout-time', {
    formOwner,
    nurseCheckoutDate: timeOf(free.start),
  })
  const back = new URL(new URL(login, VISIT_PAGE).searchParams.get('pathnameToReturn')!, VISIT_PAGE)
  const view = await loadNurseCheckoutDate(shop, new URL(back))
  expect(view.isKept).toBe(true)
  expect(view.week.chosen).toBe(timeOf(free.start) === free.start ? free.start : null)
})

test('a home visit’s time chosen when the session ended is restored with the address after login', async () => {
  const { shop } = await shopper(HOME_LABORATORY)
  const { week, formOwner } = await loadCallDetails(shop, new URL(PAGE))
  const free = week.slots.findLast((slot) => slot.free > 0)!
  const login = await keepFormForLogin(shop, '/login?pathnameToReturn=/order/call-details', {
    ...CALL,
    formOwner,
    visitDate: free.start,
  })
  const back = new URL(new URL(login, PAGE).searchParams.get('pathnameToReturn')!, PAGE)
  const view = await loadCallDetails(shop, new URL(back))
  expect(view.values.street).toBe(CALL.street)
  expect(view.week.chosen).toBe(free.start)
})

test('without anything to order each step redirects to the cart', async () => {
  const shop = storefront.shopOf(await storefront.customer())
  const steps = await Promise.all([
    sentTo(loadDateOrCall(shop)),
    sentTo(loadNurseCheckoutDate(shop, new URL(VISIT_PAGE))),
    sentTo(loadCallDetails(shop, new URL(PAGE))),
    sentTo(loadOrderFeedback(shop, new URL(PAGE))),
    sentTo(loadDataConfirmed(shop)),
  ])
  expect(new Set(steps)).toEqual(new Set(['/order/cart']))
})

test.each([
  ['branch', 1, '/order/nurse-checkout-time'],
  ['homeCall', HOME_LABORATORY, '/order/call-details'],
  ['homeCall', 1, '/laboratory?from=order&kind=homeCall'],
  ['branch', HOME_LABORATORY, '/laboratory?from=order&kind=branch'],
])('%s with laboratory %i leads to %s', async (kind, laboratoryId, location) => {
  const { shop } = await shopper(laboratoryId)
  expect(outcomeOf(await changeDateOrCall(shop, formOf({ kind })))).toMatchObject({ location })
})

test('the two pages for choosing a time redirect to each other depending on the kind of laboratory', async () => {
  const atBranch = await shopper()
  expect(await sentTo(loadCallDetails(atBranch.shop, new URL(PAGE)))).toBe('/order/nurse-checkout-time')
  const atHome = await shopper(HOME_LABORATORY)
  expect(await sentTo(loadNurseCheckoutDate(atHome.shop, new URL(VISIT_PAGE)))).toBe('/order/call-details')
})

test('the week strip shows seven days, with the first orderable one open', async () => {
  const { shop } = await shopper(HOME_LABORATORY)
  const { week } = await loadCallDetails(shop, new URL(PAGE))
  expect(week.month).toBe('March\u00a02040')
  expect(week.days.map(({ date }) => date)).toEqual([
    '2040-03-06',
    '2040-03-07',
    '2040-03-08',
    '2040-03-09',
    '2040-03-10',
    '2040-03-11',
    '2040-03-12',
  ])
  expect(week.days.map(({ state }) => state)).toEqual([
    'free',
    'free',
    'free',
    'free',
    'free',
    'closed',
    'free',
  ])
  expect(week.day?.date).toBe('2040-03-06')
  expect(week.slots.map(({ time }) => time)).toEqual([
    '7:30',
    '8:00',
    '8:30',
    '9:00',
    '9:30',
    '10:00',
    '10:30',
    '11:00',
  ])
  expect(week.slots.map(({ part }) => part)).toEqual([...Array(3).fill('early'), ...Array(5).fill('morning')])
  expect(week.cutOff).toEqual({ day: 'Monday 5\u00a0March', time: '19:00' })
  expect([week.earlier, week.later]).toEqual([null, '2040-03-13'])
})

test.each([
  ['?day=2040-03-09', '2040-03-09'],
  ['?from=2040-03-13', '2040-03-13'],
  ['?day=2040-03-11', '2040-03-06'],
  ['?day=1999-01-01', '2040-03-06'],
  ['?from=tomorrow&day=<script>', '2040-03-06'],
])('the address %s opens %s', async (query, date) => {
  const { shop } = await shopper(HOME_LABORATORY)
  const { week } = await loadCallDetails(shop, new URL(PAGE + query))
  expect(week.day?.date).toBe(date)
})

test('the last week ends with the thirtieth day', async () => {
  const { shop } = await shopper(HOME_LABORATORY)
  const { week } = await loadCallDetails(shop, new URL(`${PAGE}?from=2040-12-31`))
  expect(week.days.at(-1)?.date).toBe('2040-04-04')
  expect(week.later).toBeNull()
})

test('showing another day keeps what was typed so far', async () => {
  const { shop } = await shopper(HOME_LABORATORY)
  const answer = outcomeOf(
    await changeCallDetails(shop, sent(formOf({ ...CALL, showDay: '2040-03-09' })).texts),
  )
  expect(answer.location).toBe('/order/call-details?day=2040-03-09')
  const { values } = await loadCallDetails(shop, new URL(PAGE))
  expect(values).toMatchObject(CALL)
})

test('a browser can autofill the place, street and phone of a home visit as parts of an address, and nothing else', async () => {
  const { shop } = await shopper(HOME_LABORATORY)
  const loaderData = await loadCallDetails(shop, new URL(PAGE))
  const props = { loaderData } as ComponentProps<typeof CallDetails>
  expect(autofillOf(pageHtml(createElement(CallDetails, props)))).toEqual({
    regionName: 'address-level2',
    street: 'address-line1',
    phone: 'tel',
    entranceNumber: 'off',
    floorNumber: 'off',
    addressNotes: 'off',
  })
})

test('early times are recommended if a patient must fast: not for a baby alone, but for a baby with an adult', async () => {
  const { customer } = await shopper()
  const babyId = await storefront.patient(customer, 'Jan', 'MALE', '2039-10-01')
  const childId = await storefront.patient(customer, 'Zofia', 'FEMALE', '2034-10-01')
  const groupWith = async (...patientIds: string[]) => {
    const shop = storefront.shopOf(customer)
    const ferritin = storefront.analysisId('1252')
    await changeCart(shop, ({ records }) => ({
      cart: {
        ...records.cart.body.cart,
        analysisIdsByPatientId: Object.fromEntries(patientIds.map((id) => [id, [ferritin]])),
      },
      result: undefined,
    }))
    return (await loadNurseCheckoutDate(shop, new URL(VISIT_PAGE))).group
  }
  expect(await groupWith(babyId)).toMatchObject({ people: 1, fasts: false })
  expect(await groupWith(childId)).toMatchObject({ people: 1, fasts: true })
  expect(await groupWith(customer.patientId)).toMatchObject({ people: 1, fasts: true })
  expect(await groupWith(babyId, customer.patientId)).toMatchObject({ people: 2, fasts: true })
})

test('an adult whose tests need no fast can come at any time', async () => {
  const { customer, shop } = await shopper()
  await fill(shop, customer.patientId, ['7001'], { [URINE_CONTAINER]: false })
  expect((await loadNurseCheckoutDate(shop, new URL(VISIT_PAGE))).group.fasts).toBe(false)
})

test('an incomplete home visit form is shown again with what was typed and each invalid field', async () => {
  const { shop } = await shopper(HOME_LABORATORY)
  const answer = outcomeOf(
    await changeCallDetails(shop, sent(formOf({ ...CALL, regionName: 'Paris', street: '' })).texts),
  )
  expect(answer).toMatchObject({
    status: 422,
    failure: { values: { regionName: 'Paris', phone: CALL.phone } },
  })
  expect(Object.keys(answer.failure!.fields)).toEqual(['regionName', 'street', 'visitDate'])
})

test('a saved home visit leads to the Confirm step, and its address is remembered after the order', async () => {
  const { shop } = await shopper(HOME_LABORATORY)
  const visitDate = '2040-03-08T08:00:00+03:00'
  const saved = outcomeOf(await changeCallDetails(shop, sent(formOf({ ...CALL, visitDate })).texts))
  expect(saved.location).toBe('/order/data-confirmed?backPathKey=callDetails')
  const view = await loadDataConfirmed(shop)
  expect(view.visit).toMatchObject({
    kind: 'homeCall',
    fullDay: 'Thursday 8\u00a0March\u00a02040',
    time: '8:00',
    place: 'Minsk, улица Сурганова, 42',
    inside: 'flat 57',
    changePath: '/order/call-details',
  })
  expect(view.summary).toMatchObject({ delivery: { regionName: 'Minsk', price: { price: 33 } } })
  expect(view.patients[0]?.preparation.fastFrom).toBe('Thu 8\u00a0Mar, 4:00')
  const form = formOf({ laboratoryId: String(HOME_LABORATORY), seenTotal: String(view.seenTotal) })
  expect(outcomeOf(await changeDataConfirmed(shop, sent(form))).status).toBe(303)
  const again = await readCallDetailsAfterRefill(shop)
  expect(again.values).toMatchObject({
    street: 'улица Сурганова, 42, 57',
    regionName: 'Minsk',
  })
  expect(again.week.chosen).toBeNull()
})

async function readCallDetailsAfterRefill(shop: Shop) {
  const [patient] = await shop.api.patients()
  await fill(shop, patient!.id)
  return loadCallDetails(shop, new URL(PAGE))
}

test('a time that has passed in the meantime, or no time, is refused on the page with the times', async () => {
  const { shop, start } = await shopperWithTime()
  storefront.laboratory.clock.pass(24 * 60)
  const answer = outcomeOf(
    await changeNurseCheckoutDate(shop, sent(formOf({ nurseCheckoutDate: start })).texts),
  )
  storefront.laboratory.clock.pass(-24 * 60)
  expect(answer).toMatchObject({
    status: 422,
    failure: { title: { key: 'order.problem.visit_in_the_past' } },
  })
  const none = outcomeOf(await changeNurseCheckoutDate(shop, sent(formOf({})).texts))
  expect(none.failure?.fields).toEqual({ nurseCheckoutDate: { key: 'order.visit.chooseTime' } })
})

test('the contact choice is stored and leads to the Confirm step', async () => {
  const { shop } = await shopperWithTime()
  const wrong = outcomeOf(await changeOrderFeedback(shop, sent(formOf({ quickPhone: 'call me' }))))
  expect(wrong).toMatchObject({ status: 422, failure: { values: { quickPhone: 'call me' } } })
  const saved = outcomeOf(
    await changeOrderFeedback(shop, sent(formOf({ usePhone: 'on', quickPhone: '+375 29 111 22 33' }))),
  )
  expect(saved.location).toBe('/order/data-confirmed')
  expect(await loadDataConfirmed(shop)).toMatchObject({
    feedback: { useEmail: false, usePhone: true },
    phone: '+375 29 111 22 33',
  })
})

test('an unconfirmed e-mail address is confirmed in an extra step, with the mail already sent', async () => {
  const user = await storefront.laboratory.api.registerUser()
  const { mailServer } = storefront.laboratory.api
  const former = codeOf(await mailServer.take({ to: user.user.email }))
  const patient = await storefront.laboratory.api.createPatient(user)
  const request = () => storefront.shopOf(user)
  await fill(request(), patient.id)
  const { week } = await loadNurseCheckoutDate(request(), new URL(VISIT_PAGE))
  const nurseCheckoutDate = week.slots.find(({ free }) => free > 0)!.start
  const saved = outcomeOf(await changeNurseCheckoutDate(request(), sent(formOf({ nurseCheckoutDate })).texts))
  expect(saved.location).toBe('/order/confirm-email?mail=sent')
  expect(await sentTo(loadDataConfirmed(request()))).toBe('/order/confirm-email')
  const code = codeOf(await mailServer.take({ to: user.user.email }))
  const notMailed = ['000000', '000001', '000002'].find((guess) => guess !== former && guess !== code)!
  const wrong = outcomeOf(
    await confirmEmailInOrder(request(), sent(formOf({ intent: 'confirm', code: notMailed }))),
  )
  expect(wrong.failure).toMatchObject({
    title: { key: 'messages:emailConfirmationTokenNotFound' },
    values: { intent: 'confirm' },
  })
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
  const right = outcomeOf(
    await confirmEmailInOrder(request(), sent(formOf({ intent: 'confirm', code: spaced }))),
  )
  expect(right.location).toBe('/order/data-confirmed')
  const step = loadConfirmEmailInOrder(request(), new URLSearchParams())
  expect(await sentTo(step)).toBe('/order/data-confirmed')
  expect(await loadDataConfirmed(request())).toMatchObject({ email: user.user.email })
})

test('a wrong e-mail address is corrected and gets its own mail', async () => {
  const user = await storefront.laboratory.api.registerUser()
  const patient = await storefront.laboratory.api.createPatient(user)
  const request = () => storefront.shopOf(user)
  await fill(request(), patient.id)
  const empty = outcomeOf(
    await confirmEmailInOrder(request(), sent(formOf({ intent: 'correctEmail', email: 'x' }))),
  )
  expect(empty.failure?.fields).toEqual({ email: { key: 'forms.wrong.email' } })
  const email = `corrected-${crypto.randomUUID()}@mail.example`
  const saved = outcomeOf(
    await confirmEmailInOrder(request(), sent(formOf({ intent: 'correctEmail', email }))),
  )
  expect(saved.location).toBe('/order/confirm-email?mail=sent')
  const view = await loadConfirmEmailInOrder(request(), new URLSearchParams('mail=sent'))
  expect(view).toMatchObject({ email, mail: 'sent' })
  expect(codeOf(await storefront.laboratory.api.mailServer.take({ to: email }))).toMatch(/^\d{6}$/)
})

test('an order is submitted to the payment page and is then the newest order', async () => {
  const { shop } = await shopperWithTime()
  const { laboratoryId, seenTotal } = await loadDataConfirmed(shop)
  const form = formOf({ laboratoryId: String(laboratoryId), seenTotal: String(seenTotal) })
  const { location, status } = outcomeOf(await changeDataConfirmed(shop, sent(form)))
  expect(status).toBe(303)
  expect(location).toContain(storefront.laboratory.bepaid.url)
  const order = await loadOrderSubmitted(shop, new URLSearchParams())
  expect(order).toMatchObject({ state: 'awaitingPayment', payment: { state: 'redirected' } })
  expect(order.heldUntil).toMatch(/^\d{1,2}:\d{2}$/)
  expect(await sentTo(loadDataConfirmed(shop))).toBe('/order/cart')
})

test('a total other than the one seen is refused, and nothing is ordered', async () => {
  const { shop } = await shopperWithTime()
  const answer = outcomeOf(
    await changeDataConfirmed(shop, sent(formOf({ laboratoryId: '1', seenTotal: '1' }))),
  )
  expect(answer).toMatchObject({ status: 409, failure: { title: { key: 'order.problem.price_changed' } } })
  expect((await loadOrders(shop, new URLSearchParams())).orders).toEqual([])
})

test('a visit or an address that another tab has changed is not ordered unseen, even at the same price', async () => {
  const { shop } = await shopper(HOME_LABORATORY)
  const visitDate = '2040-03-08T08:00:00+03:00'
  const save = (changed: object) =>
    changeCallDetails(shop, sent(formOf({ ...CALL, visitDate, ...changed })).texts)
  const order = ({ laboratoryId, seenTotal, seenOrder }: DataConfirmedView) =>
    changeDataConfirmed(
      shop,
      sent(formOf({ laboratoryId: `${laboratoryId}`, seenTotal: `${seenTotal}`, seenOrder })),
    )
  await save({})
  const seen = await loadDataConfirmed(shop)
  for (const changed of [{ visitDate: '2040-03-08T09:00:00+03:00' }, { street: 'улица Якуба Коласа, 1' }]) {
    await save(changed)
    const refused = outcomeOf(await order(seen))
    expect(refused).toMatchObject({
      status: 409,
      failure: { title: { key: 'order.confirm.changedElsewhere' } },
    })
  }
  expect((await loadOrders(shop, new URLSearchParams())).orders).toEqual([])
  const current = await loadDataConfirmed(shop)
  expect(current.seenTotal).toBe(seen.seenTotal)
  expect(outcomeOf(await order(current)).status).toBe(303)
})

test('changed prices must be accepted', async () => {
  const { shop } = await shopperWithTime()
  const { seenTotal } = await loadDataConfirmed(shop)
  const form = formOf({ laboratoryId: '1', seenTotal: String(seenTotal), hasPriceChanges: 'yes' })
  expect(outcomeOf(await changeDataConfirmed(shop, sent(form))).failure?.fields).toHaveProperty(
    'acceptPrices',
  )
})
