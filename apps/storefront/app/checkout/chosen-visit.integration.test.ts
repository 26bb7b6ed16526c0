import { setImmediate } from 'node:timers/promises'
import { ApiUnreachable } from '@shop/contract/main-api-client'
import { WEEKDAYS } from '@shop/domain/dates'
import { comesHome } from '@shop/domain/laboratory'
import { eq } from 'drizzle-orm'
import { createElement } from 'react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  BRANCH,
  HOME_LABORATORY,
  openTestStorefront,
  type TestStorefront,
} from '../../server/testing/open-test-storefront.ts'
import { loadCart } from '../cart/load-cart.server.ts'
import { changeCart, changeOrderDraft, openCart } from '../cart/open-cart.server.ts'
import { readLaboratories } from '../platform/catalogue/catalogue-cache.server.ts'
import { records } from '../platform/records/tables.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'
import { pageHtml } from '../testing/page-html.tsx'
import { formOf, outcomeOf, sent } from '../testing/test-shop.ts'
import { loadCallDetails } from './call-details.server.ts'
import { createOrder } from './create-order.server.ts'
import { changeDataConfirmed, loadDataConfirmed } from './data-confirmed.server.ts'
import { changeDateOrCall, loadDateOrCall } from './date-or-call.server.ts'
import { changeNurseCheckoutDate, loadNurseCheckoutDate } from './nurse-checkout-date.server.ts'
import { getDetails, setHomeCall, setVisitTime } from './order-details.server.ts'
import { loadOrderFeedback } from './order-feedback.server.ts'
import DataConfirmed from './routes/data-confirmed.tsx'
import { readSlotWeek } from './slot-week.server.ts'
import { shoppersAt, URINE_CONTAINER } from './testing/shoppers.ts'

/** The tests' clock is set to Monday, 5 March 2040, 9:00 in Minsk. */
const TUESDAY = '2040-03-06T08:00:00+03:00'
const CALL_PAGE = 'http://shop.example/order/call-details'
const VISIT_PAGE = 'http://shop.example/order/nurse-checkout-time'
const PHONE = '+375290001234'
const ADDRESS = {
  locality: 'Минск',
  street: 'улица Сурганова',
  houseNumber: '42',
  entranceNumber: '2',
  floorNumber: '4',
  apartmentNumber: '57',
  addressNotes: '',
}
const CALL = { callableRegionId: 1, address: ADDRESS, phone: PHONE, visitDate: TUESDAY }
/** For patients up to 17 years of age. */
const CHILDS_PANEL = '5501'
/** For men. */
const PSA = '2101'
const NOT_OFFERED = 999_999
/** In another town. */
const OTHER_HOME_LABORATORY = 22

let storefront: TestStorefront
const { fill, shopper, shopperWithTime } = shoppersAt(() => storefront)
beforeAll(async () => {
  storefront = await openTestStorefront()
})
afterAll(() => storefront.close())

const pass = (days: number) => storefront.laboratory.clock.pass(days * 24 * 60)

/** Where a loader redirects to instead of showing its page. */
async function sentTo(loading: Promise<unknown>): Promise<string | null> {
  const thrown = await loading.catch((error: unknown) => error)
  return thrown instanceof Response ? thrown.headers.get('Location') : null
}

/** What the cart and the order details say about the visit. */
async function visitIn(shop: Shop) {
  const { summary, patients } = await loadCart(shop)
  const { nurseCheckoutDate, calculatedCallStructure } = await getDetails({ shop })
  return {
    visit: summary.visit,
    assumedVisit: summary.ready?.assumedVisit,
    fastFrom: patients[0]?.preparation.fastFrom,
    nurseCheckoutDate,
    call: calculatedCallStructure,
  }
}

test('a time at the branch that has passed does not count, and the checkout asks for another', async () => {
  const { shop } = await shopperWithTime()
  expect(await visitIn(shop)).toMatchObject({ visit: expect.any(String), assumedVisit: null })
  const { laboratoryId, seenTotal } = await loadDataConfirmed(shop)
  pass(3)
  expect(await visitIn(shop)).toEqual({
    visit: null,
    assumedVisit: 'Thursday 8\u00a0March',
    fastFrom: null,
    nurseCheckoutDate: null,
    call: null,
  })
  expect(await sentTo(loadDataConfirmed(shop))).toBe('/order/date-or-call')
  const form = formOf({ laboratoryId: String(laboratoryId), seenTotal: String(seenTotal) })
  expect(outcomeOf(await changeDataConfirmed(shop, sent(form))).location).toBe('/order/date-or-call')
})

test('a home visit’s time that has passed does not count; the address and the phone stay', async () => {
  const { shop } = await shopper(HOME_LABORATORY)
  await setHomeCall({ shop, callStructureParams: CALL })
  expect(await visitIn(shop)).toMatchObject({ visit: 'Tue 6\u00a0Mar, 8:00', call: { visitDate: TUESDAY } })
  pass(3)
  expect(await visitIn(shop)).toMatchObject({
    visit: null,
    fastFrom: null,
    call: { ...CALL, visitDate: '' },
  })
  expect(await sentTo(loadDataConfirmed(shop))).toBe('/order/date-or-call')
  const { values, week } = await loadCallDetails(shop, new URL(CALL_PAGE))
  expect(values).toMatchObject({ street: 'улица Сурганова, 42, 57', phone: PHONE })
  expect(week.chosen).toBeNull()
})

test('ages are computed for the day of the visit, and for today once it has passed', async () => {
  const { customer, shop } = await shopper()
  const childId = await storefront.patient(customer, 'Sofia', 'FEMALE', '2022-03-07')
  await fill(shop, childId, [CHILDS_PANEL])
  await setVisitTime({ shop, start: TUESDAY })
  expect((await loadCart(shop)).obstacles).toEqual([])
  pass(3)
  expect((await loadCart(shop)).obstacles).toEqual(['broken_requirements'])
})

test('the time of a home visit does not apply at another laboratory; the address does', async () => {
  const { customer, shop } = await shopper(HOME_LABORATORY)
  const elsewhere = storefront.shopOf(customer, { activeLaboratoryId: String(OTHER_HOME_LABORATORY) })
  const chosen = await setHomeCall({ shop, callStructureParams: CALL })
  const named = { ...CALL, regionName: 'Minsk' }
  expect(chosen.calculatedCallStructure).toEqual(named)
  expect(await visitIn(elsewhere)).toMatchObject({ visit: null, fastFrom: null })
  expect((await getDetails({ shop: elsewhere })).calculatedCallStructure).toEqual({ ...named, visitDate: '' })
  expect(await sentTo(loadDataConfirmed(elsewhere))).toBe('/order/date-or-call')
  await expect(createOrder({ shop: elsewhere, laboratoryId: OTHER_HOME_LABORATORY })).rejects.toMatchObject({
    code: 'visit_not_chosen',
  })
  expect(await getDetails({ shop })).toEqual(chosen)
  await setVisitTime({ shop: elsewhere, start: TUESDAY })
  expect((await getDetails({ shop: elsewhere })).calculatedCallStructure).toEqual(named)
  expect((await getDetails({ shop })).calculatedCallStructure).toEqual({ ...named, visitDate: '' })
})

test('an order draft is stored in the shape of the previous release, which may run beside this one', async () => {
  const { shop } = await shopper()
  await setVisitTime({ shop, start: TUESDAY })
  const { queries } = storefront.database
  const ofDraft = eq(records.key, `/storage/synlab/order-details/${shop.cookies.get('cartStorageId')}`)
  const [record] = await queries.select({ body: records.body }).from(records).where(ofDraft)
  const written = {
    nurseCheckout: { date: TUESDAY, laboratoryId: BRANCH },
    callDetails: null,
    feedbackDetails: { useEmail: true, usePhone: true, quickPhone: '' },
    typedCall: null,
    lastOrder: null,
  }
  expect(record!.body).toEqual(written)
  const later = '2040-03-07T09:00:00+03:00'
  const feedbackDetails = { useEmail: false, usePhone: true, quickPhone: PHONE }
  const changed = { ...written, nurseCheckout: { date: later, laboratoryId: BRANCH }, feedbackDetails }
  await queries.update(records).set({ body: changed }).where(ofDraft)
  expect(await getDetails({ shop })).toMatchObject({ nurseCheckoutDate: later, feedbackDetails })
  expect((await loadDataConfirmed(shop)).phone).toBe(PHONE)
})

test('the time of a home visit stored without its laboratory applies to the cart’s laboratory', async () => {
  const { shop } = await shopper(HOME_LABORATORY)
  await changeOrderDraft(shop, (draft) => ({ ...draft, homeCall: CALL }))
  expect((await loadDataConfirmed(shop)).visit).toMatchObject({ kind: 'homeCall', time: '8:00' })
})

test('a time that breaks an age rule can be changed; until then the Confirm step is closed', async () => {
  const { customer, shop } = await shopper()
  const childId = await storefront.patient(customer, 'Sofia', 'FEMALE', '2022-03-07')
  await fill(shop, childId, [CHILDS_PANEL])
  await setVisitTime({ shop, start: '2040-03-12T08:00:00+03:00' })
  expect(await loadCart(shop)).toMatchObject({
    obstacles: ['broken_requirements'],
    otherTimePath: '/order/nurse-checkout-time',
  })
  expect(await sentTo(loadDataConfirmed(shop))).toBe('/order/cart')
  expect(await sentTo(loadOrderFeedback(shop, new URL(VISIT_PAGE)))).toBe('/order/cart')
  await loadDateOrCall(shop)
  const form = formOf({ kind: 'branch' })
  expect((await changeDateOrCall(shop, form)).headers.get('Location')).toBe('/order/nurse-checkout-time')
  await loadNurseCheckoutDate(shop, new URL(VISIT_PAGE))
  const moved = sent(formOf({ nurseCheckoutDate: TUESDAY })).texts
  expect(outcomeOf(await changeNurseCheckoutDate(shop, moved)).location).toContain('/order/data-confirmed')
  expect((await loadDataConfirmed(shop)).visit.fullDay).toBe('Tuesday 6\u00a0March\u00a02040')
  expect(await loadCart(shop)).toMatchObject({ obstacles: [], otherTimePath: null })
})

test('the home visit’s step stays open too while only a rule is broken', async () => {
  const { customer, shop } = await shopper(HOME_LABORATORY)
  const childId = await storefront.patient(customer, 'Sofia', 'FEMALE', '2022-03-07')
  await fill(shop, childId, [CHILDS_PANEL])
  await setHomeCall({ shop, callStructureParams: { ...CALL, visitDate: '2040-03-12T08:00:00+03:00' } })
  expect((await loadCallDetails(shop, new URL(CALL_PAGE))).week.chosen).not.toBeNull()
})

test.each([
  ['a rule about sex', [PSA], ['broken_requirements']],
  [
    'a rule about age in addition to an analysis that is not offered',
    [CHILDS_PANEL],
    ['unavailable_lines', 'broken_requirements'],
  ],
])('no other time is offered for %s', async (_, codes, obstacles) => {
  const { customer, shop } = await shopper()
  await fill(shop, customer.patientId, codes)
  if (obstacles.includes('unavailable_lines')) {
    await changeCart(shop, ({ records: { cart } }) => {
      const ids = [storefront.analysisId(CHILDS_PANEL), NOT_OFFERED]
      const analysisIdsByPatientId = { [customer.patientId]: ids }
      return { cart: { ...cart.body.cart, analysisIdsByPatientId }, result: undefined }
    })
    expect(await sentTo(loadDateOrCall(shop))).toBe('/order/cart')
  }
  expect(await loadCart(shop)).toMatchObject({ obstacles, otherTimePath: null })
})

/** A cart at the branch for this many people, including Anna. */
async function family(people: number) {
  const { customer, shop } = await shopper()
  const ids = [customer.patientId]
  while (ids.length < people) {
    const firstName = `Mari${'a'.repeat(ids.length)}`
    ids.push(await storefront.patient(customer, firstName, 'FEMALE', '1990-05-01'))
  }
  const analysisIdsByPatientId = Object.fromEntries(ids.map((id) => [id, [storefront.analysisId('1252')]]))
  await changeCart(shop, ({ records }) => ({
    cart: { ...records.cart.body.cart, analysisIdsByPatientId },
    result: undefined,
  }))
  return { customer, shop }
}

test('a time chosen at one place stays chosen at another that has it free too, until one is saved there', async () => {
  const { shop } = await shopper()
  const { week } = await loadNurseCheckoutDate(shop, new URL(VISIT_PAGE))
  const free = week.slots.filter((slot) => slot.free > 0)
  const taken = free.at(-1)!.start
  const branches = [...(await readLaboratories(shop)).values()].filter((place) => !comesHome(place))
  const other = branches.find(({ id, address }) => id !== BRANCH && address.city === 'Минск')!
  const there = { ...shop, activeLaboratoryId: String(other.id) }
  const chosenOf = async (time: string) => {
    const query = new URLSearchParams({ day: week.day!.date, time })
    return (await loadNurseCheckoutDate(there, new URL(`${VISIT_PAGE}?${query}`))).week.chosen
  }
  expect(await chosenOf(taken)).toBe(taken)
  expect(await chosenOf('next Friday')).toBeNull()
  await setVisitTime({ shop: there, start: free.at(-2)!.start })
  expect(await chosenOf(taken)).toBe(free.at(-2)!.start)
})

/** The branch closes at 15:00. */
const SATURDAY = '2040-03-10'

test('a family is offered, and can choose, only times that leave enough time for everyone before the branch closes', async () => {
  const { shop } = await family(4)
  const { week, group } = await loadNurseCheckoutDate(shop, new URL(`${VISIT_PAGE}?day=${SATURDAY}`))
  expect(group).toMatchObject({ people: 4, minutes: 60 })
  expect(week.slots.at(-1)?.time).toBe('14:00')
  const late = { shop, start: `${SATURDAY}T14:15:00+03:00` }
  await expect(setVisitTime(late)).rejects.toMatchObject({ code: 'visit_off_the_grid' })
  await setVisitTime({ ...late, start: `${SATURDAY}T14:00:00+03:00` })
  expect((await loadDataConfirmed(shop)).visit.time).toBe('14:00')
})

test('a group too large for any day is reported as such', async () => {
  const hours = { open: '08:00', close: '08:30' }
  const { shop } = await shopper()
  const laboratory = (await openCart(shop)).laboratory!
  const openingHours = Object.fromEntries(WEEKDAYS.map((day) => [day, hours])) as never
  const weekFor = (people: number) =>
    readSlotWeek({
      shop,
      laboratory: { ...laboratory, openingHours },
      people,
      from: null,
      day: null,
      chosen: null,
    })
  expect(await weekFor(3)).toMatchObject({ isTooLong: true, day: null })
  expect(await weekFor(2)).toMatchObject({ isTooLong: false, slots: [{ time: '8:00' }] })
})

test('a time that can no longer be ordered is reported before submitting, with a link to other times', async () => {
  const { shop } = await shopperWithTime()
  const page = async () => {
    const loaderData = await loadDataConfirmed(shop)
    return { ...loaderData, html: pageHtml(createElement(DataConfirmed, { loaderData } as never), 'en') }
  }
  const before = await page()
  expect(before.visitFault).toBeNull()
  expect(before.html).toContain('Prices checked just now')
  pass(1 / 48)
  const late = await page()
  expect(late.visitFault).toEqual({ key: 'order.problem.visit_after_cut_off' })
  expect(late.html).toContain('can no longer be booked')
  expect(late.html).toMatch(/href="\/order\/nurse-checkout-time"[^>]*>Choose another time/)
  expect(late.html).not.toContain('Prices checked just now')
  const { laboratoryId, seenTotal } = before
  const form = formOf({ laboratoryId: String(laboratoryId), seenTotal: String(seenTotal) })
  const { failure } = outcomeOf(await changeDataConfirmed(shop, sent(form)))
  const title = late.visitFault
  expect(failure).toMatchObject({ title, fields: {}, reasons: [] })
})

test('the contact phone is that of the current visit', async () => {
  const { customer, shop } = await shopper(HOME_LABORATORY)
  await setHomeCall({ shop, callStructureParams: CALL })
  const page = new URL('http://shop.example/order/feedback')
  expect((await loadOrderFeedback(shop, page)).phone).toBe(PHONE)
  const atBranch = storefront.shopOf(customer, { activeLaboratoryId: String(BRANCH) })
  const { phone } = await currentUser(atBranch)
  expect(phone).not.toBe(PHONE)
  expect((await loadOrderFeedback(atBranch, page)).phone).toBe(phone)
})

test('if the times cannot be read, only the page fails, even while it still waits for the regions', async () => {
  const { shop } = await shopper(HOME_LABORATORY)
  const away = new ApiUnreachable(new Error('no answer'))
  let asked = 0
  const failing: Shop = {
    ...shop,
    // Copies of the catalogue count for two seconds.
    now: () => new Date(storefront.laboratory.clock.now.getTime() + 3_000 * asked++),
    api: { ...shop.api, visitSlots: async () => Promise.reject(away) },
    createApi(options) {
      const api = shop.createApi(options)
      const ifChanged: typeof api.ifChanged = (etag) => {
        const calls = api.ifChanged(etag)
        return { ...calls, callableRegions: () => setImmediate().then(() => calls.callableRegions()) }
      }
      return { ...api, ifChanged }
    },
  }
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  await expect(loadCallDetails(failing, new URL(CALL_PAGE))).rejects.toBe(away)
  await setImmediate()
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

test('early times are marked for morning urine, and a chosen afternoon is called late for it in the cart', async () => {
  const { customer, shop } = await shopper()
  const group = async () => (await loadNurseCheckoutDate(shop, new URL(VISIT_PAGE))).group
  expect((await group()).bringsMorningUrine).toBe(false)
  await fill(shop, customer.patientId, ['7001'], { [URINE_CONTAINER]: false })
  expect((await group()).bringsMorningUrine).toBe(true)
  const isLate = async (start: string) => {
    await setVisitTime({ shop, start })
    return (await loadCart(shop)).patients[0]!.preparation.isLateForUrine
  }
  expect(await isLate(TUESDAY)).toBe(false)
  expect(await isLate('2040-03-06T12:30:00+03:00')).toBe(true)
})
