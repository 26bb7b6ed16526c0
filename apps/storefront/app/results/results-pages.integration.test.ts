import {
  createLaboratory,
  type Laboratory,
  observation,
  paidOrder,
  quantity,
  type Resource,
  reportOn,
} from '@shop/laboratory-api/fhir/testing/laboratory'
import type { Customer } from '@shop/laboratory-api/orders/testing/order-fixture'
import { HAEMOGLOBIN, PLATELETS, reportedResult } from '@shop/laboratory-api/results/testing/reported-result'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStorefront, type TestStorefront } from '../../server/testing/open-test-storefront.ts'
import { loadFamily } from '../catalogue/load-family.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { passFileOn } from '../platform/problems/pass-file-on.server.ts'
import { loadAnalysisResult } from './load-analysis-result.server.ts'
import { loadResultPatients } from './load-result-patients.server.ts'
import { loadTestResults } from './load-test-results.server.ts'
import { loadTimeline } from './load-timeline.server.ts'
import { loadPatientAnalyzesList } from './patient-analyzes-list.server.ts'
import { loadShare } from './share.server.ts'

/** In percent; the lower limit for women of Anna’s age is 35. */
const HAEMATOCRIT = '4544-3'

let storefront: TestStorefront
let laboratory: Laboratory
beforeAll(async () => {
  storefront = await openTestStorefront()
  laboratory = createLaboratory(storefront.laboratory)
})
afterAll(() => storefront.close())

async function reported(
  customer: Customer,
  observations?: (request: Resource) => Resource[],
  more?: Resource,
) {
  const result = await reportedResult(
    { shop: storefront.laboratory, laboratory },
    customer,
    observations,
    more,
  )
  const { id, analysisResultId } = result
  const ids = { testResultId: id, patientId: customer.patientId, analysisResultId }
  return { ...result, ids, shop: storefront.shopOf(customer) }
}

/** The status of a page that does not exist. */
async function statusOf(reading: Promise<unknown>): Promise<number | undefined> {
  const thrown = (await reading.catch((error: unknown) => error)) as { status?: number }
  return thrown.status
}

test('an order with results leads to its report, and one without to all results', async () => {
  const customer = await storefront.customer()
  const waiting = await storefront.laboratory.placeOrder(customer)
  const { shop, ids, order } = await reported(customer)
  const pathTo = async (orderId: string) => {
    const thrown = await loadTestResults(shop, new URLSearchParams({ orderId })).catch((error) => error)
    return (thrown as Response).headers.get('location')
  }
  expect(await pathTo(order.id)).toBe(pathOf('testResultPatientAnalysisResult', ids))
  for (const id of [waiting.id, customer.patientId, 'nonsense'])
    expect(await pathTo(id)).toBe('/test-results')
})

test('the list leads to the value, and afterwards shows no unread mark', async () => {
  const customer = await storefront.customer()
  const { shop, ids, order } = await reported(customer)
  const none = new URLSearchParams()
  const list = await loadTestResults(shop, none)
  expect(list).toMatchObject({
    older: null,
    patients: [],
    results: [
      {
        day: 'Monday 5\u00a0March',
        isUnread: true,
        patients: [
          {
            tests: 'Complete blood count with differential and ESR',
            path: pathOf('testResultPatientAnalysisResult', ids),
          },
        ],
      },
    ],
  })
  const patients = await loadResultPatients(shop, ids.testResultId)
  expect(patients).toMatchObject({ orderNumber: order.number, day: 'Monday 5\u00a0March\u00a02040' })
  const analyses = await loadPatientAnalyzesList(shop, ids)
  expect(analyses).toMatchObject({
    name: 'Anna Kowalska',
    age: { unit: 'years', count: 49 },
    sampled: '5\u00a0March\u00a02040, 8:05',
    analyses: [{ outsideCount: 1, judgedCount: 1, reportedOn: '5\u00a0March\u00a02040' }],
  })
  const result = await loadAnalysisResult(shop, ids)
  expect(result.values).toMatchObject([
    {
      text: '116',
      unit: 'g/L',
      word: 'low',
      shape: 'low',
      range: { low: '120', high: '150', text: '120 – 150' },
      distance: { text: '4 g/L', side: 'below', isPoints: false },
    },
  ])
  expect((await loadTestResults(shop, none)).results[0]!.isUnread).toBe(false)
})

test('numbers and dates are written in the reader’s language', async () => {
  const customer = await storefront.customer()
  const { ids } = await reported(customer, (request) => [
    observation(request, PLATELETS, { valueQuantity: quantity(20.5, '10*9/L') }),
  ])
  const api = storefront.shopOf(customer).createApi({ token: customer.token, locale: 'ru' })
  const shop = storefront.shopOf(customer, { locale: 'ru', api })
  const result = await loadAnalysisResult(shop, ids)
  expect(result.sampled).toBe('5\u00a0марта\u00a02040\u00a0г., 8:05')
  expect(result.values[0]).toMatchObject({
    name: 'Тромбоциты',
    text: '20,5',
    unit: '× 10⁹/л',
    distance: { text: '129,5 × 10⁹/л' },
  })
})

test('the distance of a percentage from its range is in percentage points, given as a bare number', async () => {
  const { ids, shop } = await reported(await storefront.customer(), (request) => [
    observation(request, HAEMATOCRIT, { valueQuantity: quantity(4.9, '%') }),
  ])
  const [value] = (await loadAnalysisResult(shop, ids)).values
  expect(value).toMatchObject({
    text: '4.9',
    unit: '%',
    range: { low: '35', text: '35 – 45' },
    distance: { text: '30.1', side: 'below', isPoints: true },
  })
})

test('a preliminary report is not counted as ready, either in the list or on the start page', async () => {
  const customer = await storefront.customer()
  const notYet = (request: Resource) => [
    observation(request, HAEMOGLOBIN, {
      status: 'preliminary',
      dataAbsentReason: { text: 'not yet measured' },
    }),
  ]
  const { shop, request, ids } = await reported(customer, notYet, { status: 'preliminary' })
  const countsOf = async () => (await loadTestResults(shop, new URLSearchParams())).results[0]!
  expect(await countsOf()).toMatchObject({
    isComplete: false,
    patients: [{ analysisCount: 1, readyCount: 0, preliminaryCount: 1 }],
  })
  expect((await loadResultPatients(shop, ids.testResultId)).patients).toMatchObject([
    { readyCount: 0, preliminaryCount: 1 },
  ])
  const notReady = [{ sentence: 'Preliminary result', shape: null }]
  expect((await loadFamily(shop))?.results).toMatchObject(notReady)
  const inRange = { status: 'preliminary', valueQuantity: quantity(126, 'g/L') }
  const early = observation(request, HAEMOGLOBIN, inRange)
  await laboratory.report(...reportOn(request, [early], { status: 'preliminary' }))
  expect((await loadFamily(shop))?.results).toMatchObject(notReady)
  await laboratory.report(...reportOn(request, [observation(request, HAEMOGLOBIN)]))
  expect(await countsOf()).toMatchObject({
    isComplete: true,
    patients: [{ analysisCount: 1, readyCount: 1, preliminaryCount: 0 }],
  })
})

test('pages of another account, without an id or with a nonsensical one are not found', async () => {
  const { ids } = await reported(await storefront.customer())
  const stranger = storefront.shopOf(await storefront.customer())
  const readings = [
    loadResultPatients(stranger, ids.testResultId),
    loadPatientAnalyzesList(stranger, ids),
    loadAnalysisResult(stranger, ids),
    loadShare(stranger, ids),
    passFileOn(stranger, () => stranger.api.patientReport(ids.testResultId, ids.patientId)),
    loadAnalysisResult(stranger, { ...ids, analysisResultId: 'nonsense' }),
    loadResultPatients(stranger, undefined),
  ]
  expect(await Promise.all(readings.map(statusOf))).toEqual(Array(readings.length).fill(404))
})

test('the list spans years and can be narrowed to one patient', async () => {
  const customer = await storefront.customer()
  const childId = await storefront.patient(customer, 'Jan', 'MALE', '2030-01-01')
  await reported(customer)
  await reported({ ...customer, patientId: childId }, undefined, { sampled: '2039-12-30T08:00:00+03:00' })
  const shop = storefront.shopOf(customer)
  const all = await loadTestResults(shop, new URLSearchParams())
  expect(all.patients.map(({ name, isChosen }) => [name, isChosen])).toEqual([
    ['Anna Kowalska', false],
    ['Jan Kowalska', false],
  ])
  expect(all.results.map(({ day }) => day)).toEqual([
    'Monday 5\u00a0March',
    'Friday 30\u00a0December\u00a02039',
  ])
  const ofChild = await loadTestResults(shop, new URLSearchParams({ patientId: childId }))
  expect(ofChild.results.map(({ patients }) => patients[0]!.name)).toEqual(['Jan Kowalska'])
})

test('the report is passed on as a file, with its type and name', async () => {
  const { shop, ids, order } = await reported(await storefront.customer())
  const file = await passFileOn(shop, () => shop.api.patientReport(ids.testResultId, ids.patientId))
  expect(file.headers.get('Content-Type')).toBe('application/pdf')
  expect(file.headers.get('Content-Disposition')).toContain(order.number)
  expect(file.headers.get('Cache-Control')).toBe('private, no-store')
})

test('a customer who has requested too many papers reads in their own language when to try again', async () => {
  const customer = await storefront.customer()
  const { ids } = await reported(customer)
  const { limits } = storefront.laboratory.api.context
  for (let drawn = 0; drawn < 60; drawn++) await limits.consume('paperPerAccount', customer.user.id)
  const polish = { ...storefront.shopOf(customer), locale: 'pl' as const }
  const answer = await passFileOn(polish, () => polish.api.patientReport(ids.testResultId, ids.patientId))
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(60)
  expect(await answer.text()).toMatch(/^Za dużo prób\. Spróbuj ponownie za \d+ minut/)
})

test('the start page shows the family’s next visit, when to start fasting, what is due and new results', async () => {
  const customer = await storefront.customer()
  const shop = storefront.shopOf(customer)
  expect(await loadFamily(shop)).toBeNull()
  storefront.laboratory.clock.pass(2)
  const { id, analysisResultId } = await reported(customer)
  expect(await loadFamily(shop)).toMatchObject({
    visit: null,
    order: null,
    // New results appear only once, in the list of results.
    due: [],
    urgent: null,
    results: [
      {
        name: 'Anna Kowalska',
        tests: 'Complete blood count with differential and ESR',
        day: '5\u00a0March\u00a02040',
        sentence: 'One thing to talk about',
        shape: 'out',
        isUnread: true,
        path: `/test-results/${id}/patients/${customer.patientId}/analysis-results/${analysisResultId}`,
      },
    ],
  })
  const visit = { kind: 'branch', start: '2040-03-30T06:30:00Z' } as const
  const order = await storefront.laboratory.placeOrder(customer, { visit })
  // The order’s own card says how to pay.
  expect(await loadFamily(shop)).toMatchObject({
    visit: null,
    order: { number: order.number, state: 'awaitingPayment' },
    due: [],
  })
  const coming = await paidOrder(storefront.laboratory, laboratory, customer)
  const statements = await storefront.database.statementsOf(async () => {
    expect(await loadFamily(shop)).toMatchObject({
      visit: {
        orderId: coming.id,
        title: 'Next visit, tomorrow',
        day: 'Tuesday 6\u00a0March',
        people: 'Anna',
        fasts: [expect.stringMatching(/^Anna: don’t eat from \d+:\d\d on Tuesday 6\u00a0March$/)],
      },
      due: [{ kind: 'pay', title: `Pay for order ${order.number}` }],
    })
  })
  // One each for the session’s owner, the orders, the results, what is to be repeated, and the audit.
  expect(statements).toHaveLength(5)
  expect(await loadFamily(storefront.shopOf(await storefront.customer()))).toBeNull()
  expect(await loadFamily(storefront.shopOf())).toBeNull()
})

test('the timeline has one row per person, marks that open reports, gaps and the latest findings', async () => {
  const customer = await storefront.customer()
  const first = await reported(customer, undefined, { sampled: '2038-06-05T08:05:00+03:00' })
  const second = await reported(customer, undefined, { sampled: '2040-03-05T08:05:00+03:00' })
  const { people, ticks } = await loadTimeline(first.shop)
  expect(ticks.map(({ text }) => text)).toEqual(['2038', '2039', '2040'])
  expect(people).toMatchObject([
    {
      name: 'Anna Kowalska',
      last: 'Last test today',
      gaps: ['21 months without a test: June\u00a02038 to March\u00a02040'],
      lasts: [
        { text: '116 g/L', word: { shape: 'low', text: 'Low' }, when: '5\u00a0March\u00a02040, today' },
      ],
    },
  ])
  const marks = people[0]!.cells.flatMap(({ mark }) => mark ?? [])
  expect(marks).toMatchObject([
    { label: '5\u00a0June\u00a02038, 1 test, One thing to talk about', tone: 'out', count: 1 },
    { path: pathOf('testResultPatientAnalysisResult', second.ids) },
  ])
  // One line from mark to mark, dotted if there was no test for a year.
  expect(people[0]!.cells.flatMap(({ line }) => line ?? [])).toEqual([{ look: 'open', columns: 7 }])
  // Viewing the timeline marks nothing as read.
  expect(
    (await loadTestResults(first.shop, new URLSearchParams())).results.every(({ isUnread }) => isUnread),
  ).toBe(true)
  expect(await loadTimeline(storefront.shopOf(await storefront.customer()))).toMatchObject({ people: [] })
})
