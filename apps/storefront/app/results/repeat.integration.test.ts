import { issueAccessToken } from '@shop/laboratory-api/accounts/access-tokens'
import {
  createLaboratory,
  type Laboratory,
  paidOrder,
  reportOn,
} from '@shop/laboratory-api/fhir/testing/laboratory'
import type { Customer } from '@shop/laboratory-api/orders/testing/order-fixture'
import { reportedResult } from '@shop/laboratory-api/results/testing/reported-result'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStorefront, type TestStorefront } from '../../server/testing/open-test-storefront.ts'
import { loadCart } from '../cart/load-cart.server.ts'
import { loadFamily } from '../catalogue/load-family.server.ts'
import { changeOrder } from '../orders/change-order.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { formOf, outcomeOf, sent } from '../testing/test-shop.ts'
import { loadAnalysisResult } from './load-analysis-result.server.ts'
import { changePatientAnalyzesList, loadPatientAnalyzesList } from './patient-analyzes-list.server.ts'

let storefront: TestStorefront
let laboratory: Laboratory
beforeAll(async () => {
  storefront = await openTestStorefront()
  laboratory = createLaboratory(storefront.laboratory)
})
afterAll(() => storefront.close())

interface Ids {
  testResultId: string
  patientId: string
}

const send = async (shop: Shop, ids: Ids, fields: Record<string, string>) =>
  outcomeOf(await changePatientAnalyzesList(shop, ids, sent(formOf(fields))))

/** The shop of this customer on a later day, in a session of that day. */
async function shopLater({ user }: Customer, day: string): Promise<Shop> {
  const { clock } = storefront.laboratory
  clock.now = new Date(`${day}T07:00:00Z`)
  const session = { userId: user.id, userAgent: undefined, now: clock.now }
  return storefront.shopOf({ token: await issueAccessToken(storefront.database.queries, session) })
}

test('a form plans to repeat the tests of a report, another changes or ends that, and both lead back to the page', async () => {
  const customer = await storefront.customer()
  const shop = storefront.shopOf(customer)
  const { id, analysisResultId } = await reportedResult({ shop: storefront.laboratory, laboratory }, customer)
  const ids = { testResultId: id, patientId: customer.patientId }
  const shown = async () => [
    (await loadPatientAnalyzesList(shop, ids)).repeat,
    (await loadAnalysisResult(shop, { ...ids, analysisResultId })).repeat,
  ]
  const [free, freeOfOne] = await shown()
  expect({ ...free, analysisResultId }).toEqual(freeOfOne)
  expect(free).toMatchObject({ planned: null })
  expect(free!.months.slice(0, 2)).toEqual([
    { value: '2040-04-01', label: 'April\u00a02040' },
    { value: '2040-05-01', label: 'May\u00a02040' },
  ])
  const planned = await send(shop, ids, { intent: 'planRepeat', month: free!.months[2]!.value })
  const path = `/test-results/${id}/patients/${customer.patientId}`
  expect(free!.path).toBe(path)
  expect(planned.location).toBe(path)
  expect(await shown()).toMatchObject([{ planned: 'June\u00a02040' }, { planned: 'June\u00a02040' }])
  for (const month of ['', 'soon', '3', '2040-02-01', '2042-04-01', '2040-06-02', '2040-06']) {
    const refused = await send(shop, ids, { intent: 'planRepeat', month })
    expect([month, refused.status]).toEqual([month, 422])
  }
  await expect(send(shop, ids, { intent: 'repeat' })).rejects.toMatchObject({ init: { status: 400 } })
  expect(await shown()).toMatchObject([{ planned: 'June\u00a02040' }, { planned: 'June\u00a02040' }])
  const stranger = storefront.shopOf(await storefront.customer())
  for (const intent of ['planRepeat', 'dropRepeat']) {
    expect((await send(stranger, ids, { intent, month: '2040-06-01' })).status).toBe(404)
  }
  const dropped = await send(shop, ids, { intent: 'dropRepeat', analysisResultId })
  expect(dropped.location).toBe(`${path}/analysis-results/${analysisResultId}`)
  expect(await shown()).toMatchObject([{ planned: null }, { planned: null }])
})

test('the start page shows what is due until it is ordered again, for that person alone', async () => {
  const customer = await storefront.customer()
  const viktorId = await storefront.patient(customer, 'Viktor', 'MALE', '1958-01-20')
  const patientOf = (patientId: string) => ({
    patientId,
    analysisIds: ['1001', '1252'].map(storefront.analysisId),
    optionalMaterials: {},
    pregnant: false,
  })
  const { requests, id: orderId } = await paidOrder(storefront.laboratory, laboratory, customer, {
    patients: [patientOf(customer.patientId)],
  })
  for (const request of requests) await laboratory.report(...reportOn(request, [], { status: 'cancelled' }))
  const { id } = (await customer.client.testResults()).items[0]!
  const ids = { testResultId: id, patientId: customer.patientId }
  await send(storefront.shopOf(customer), ids, { intent: 'planRepeat', month: '2040-05-01' })

  expect((await loadFamily(await shopLater(customer, '2040-04-30')))!.repeats).toEqual([])
  const shop = await shopLater(customer, '2040-05-01')
  const path = `/test-results/${id}/patients/${customer.patientId}`
  expect((await loadFamily(shop))!.repeats).toEqual([
    {
      key: `${id} ${customer.patientId}`,
      title: 'Anna: tests to repeat',
      day: 'Planned for May\u00a02040',
      tests: 'Complete blood count with differential and ESR, Ferritin',
      orderPath: `/orders/${orderId}`,
      patientId: customer.patientId,
      planPath: `${path}#repeat`,
    },
  ])
  const again = (patientId: string) =>
    changeOrder(shop, orderId, sent(formOf({ intent: 'again', patientId })))
  // Not in that order: nothing is added.
  await expect(again(viktorId)).rejects.toMatchObject({ status: 404 })
  expect(outcomeOf(await again(customer.patientId)).location).toBe('/order/cart?notice=reordered')
  const { patients } = await loadCart(shop)
  expect(patients.map((patient) => patient.patientId)).toEqual([customer.patientId])
})
