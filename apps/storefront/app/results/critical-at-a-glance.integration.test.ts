import { createLaboratory, observation, quantity } from '@shop/laboratory-api/fhir/testing/laboratory'
import { PLATELETS, reportedResult } from '@shop/laboratory-api/results/testing/reported-result'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStorefront, type TestStorefront } from '../../server/testing/open-test-storefront.ts'
import { loadFamily } from '../catalogue/load-family.server.ts'
import { loadAnalysisResult } from './load-analysis-result.server.ts'
import { loadTimeline } from './load-timeline.server.ts'

let storefront: TestStorefront
beforeAll(async () => {
  storefront = await openTestStorefront()
})
afterAll(() => storefront.close())

test('a critical value stands above everything at the start until it is read, and on the timeline, in words', async () => {
  const customer = await storefront.customer()
  const shop = storefront.shopOf(customer)
  const house = { shop: storefront.laboratory, laboratory: createLaboratory(storefront.laboratory) }
  const { id, analysisResultId } = await reportedResult(house, customer, (request) => [
    observation(request, PLATELETS, {
      valueQuantity: quantity(20, '10*9/L'),
      interpretation: [{ coding: [{ code: 'LL' }] }],
    }),
  ])
  const asCritical = { sentence: 'One thing to talk about today', shape: 'critical' }
  expect(await loadFamily(shop)).toMatchObject({ urgent: asCritical, results: [], due: [] })
  const [anna] = (await loadTimeline(shop)).people
  expect(anna!.cells.flatMap(({ mark }) => mark ?? [])).toEqual([
    {
      path: `/test-results/${id}/patients/${customer.patientId}/analysis-results/${analysisResultId}`,
      label: '5\u00a0March 2040, 1 test, One thing to talk about, Critical: talk to a doctor today',
      tone: 'critical',
      count: 1,
    },
  ])
  expect(anna!.lasts).toMatchObject([{ word: { shape: 'critical', text: 'Critically low' } }])

  await loadAnalysisResult(shop, { testResultId: id, patientId: customer.patientId, analysisResultId })
  expect(await loadFamily(shop)).toMatchObject({
    urgent: null,
    results: [{ ...asCritical, isUnread: false }],
  })
})

test('a value that no range judges is ready, and not said to be in range', async () => {
  const customer = await storefront.customer()
  const shop = storefront.shopOf(customer)
  const house = { shop: storefront.laboratory, laboratory: createLaboratory(storefront.laboratory) }
  await reportedResult(house, customer, (request) => [
    observation(request, PLATELETS, { valueString: 'clumped, seen under the microscope' }),
  ])
  expect((await loadFamily(shop))?.results).toMatchObject([{ sentence: '1 of 1 test ready', shape: null }])
})
