import { createLaboratory, observation, quantity } from '@shop/laboratory-api/fhir/testing/laboratory'
import { PLATELETS, reportedResult } from '@shop/laboratory-api/results/testing/reported-result'
import { createElement } from 'react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStorefront, type TestStorefront } from '../../server/testing/open-test-storefront.ts'
import { loadFamily } from '../catalogue/load-family.server.ts'
import { pageHtml, wordsOf } from '../testing/page-html.tsx'
import { loadAnalysisResult } from './load-analysis-result.server.ts'
import { loadTimeline } from './load-timeline.server.ts'
import { loadPatientAnalyzesList } from './patient-analyzes-list.server.ts'
import AnalysisResult from './routes/analysis-result.tsx'

let storefront: TestStorefront
beforeAll(async () => {
  storefront = await openTestStorefront()
})
afterAll(() => storefront.close())

test('a critical value heads the start page until it is read, and the timeline states it in words', async () => {
  const customer = await storefront.customer()
  const shop = storefront.shopOf(customer)
  const house = { shop: storefront.laboratory, laboratory: createLaboratory(storefront.laboratory) }
  const { id, analysisResultId } = await reportedResult(house, customer, (request) => [
    observation(request, PLATELETS, {
      valueQuantity: quantity(20, '10*9/L'),
      interpretation: [{ coding: [{ code: 'LL' }] }],
    }),
  ])
  const asCritical = { sentence: 'Critical: call a\u00a0doctor today', shape: 'critical' }
  expect(await loadFamily(shop)).toMatchObject({ urgent: asCritical, results: [], due: [] })
  const [anna] = (await loadTimeline(shop)).people
  expect(anna!.cells.flatMap(({ mark }) => mark ?? [])).toEqual([
    {
      path: `/test-results/${id}/patients/${customer.patientId}/analysis-results/${analysisResultId}`,
      label: '5\u00a0March\u00a02040, 1 test, Critical: call a\u00a0doctor today',
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

test('an unexpected result in words has its own shape, and no text on ranges or critical values', async () => {
  const customer = await storefront.customer()
  const shop = storefront.shopOf(customer)
  const house = { shop: storefront.laboratory, laboratory: createLaboratory(storefront.laboratory) }
  const { id, analysisResultId } = await reportedResult(house, customer, (request) => [
    observation(request, PLATELETS, {
      valueQuantity: undefined,
      valueString: 'detected',
      interpretation: [{ coding: [{ code: 'A' }] }],
    }),
  ])
  const ids = { testResultId: id, patientId: customer.patientId, analysisResultId }
  const found = { word: 'abnormal', shape: 'abnormal' }
  expect((await loadPatientAnalyzesList(shop, ids)).outside).toMatchObject([{ text: 'detected', ...found }])
  const [anna] = (await loadTimeline(shop)).people
  expect(anna!.cells.flatMap(({ mark }) => mark ?? [])).toMatchObject([{ tone: 'out' }])
  expect(anna!.lasts).toMatchObject([{ word: { shape: 'abnormal', text: 'Outside the expected result' } }])
  const loaderData = await loadAnalysisResult(shop, ids)
  expect(loaderData.values).toMatchObject([found])
  const page = wordsOf(pageHtml(createElement(AnalysisResult, { loaderData } as never)))
  expect(page).toContain('An unexpected result is not a diagnosis.')
  expect(page).not.toMatch(/Healthy people|healthy people|About these ranges|call a\u00a0doctor today/)
})

test('a value that no range judges counts as ready, and is not said to be in range', async () => {
  const customer = await storefront.customer()
  const shop = storefront.shopOf(customer)
  const house = { shop: storefront.laboratory, laboratory: createLaboratory(storefront.laboratory) }
  await reportedResult(house, customer, (request) => [
    observation(request, PLATELETS, { valueString: 'clumped, seen under the microscope' }),
  ])
  expect((await loadFamily(shop))?.results).toMatchObject([{ sentence: '1 of 1 test ready', shape: null }])
  const [anna] = (await loadTimeline(shop)).people
  expect(anna!.cells.flatMap(({ mark }) => mark ?? [])).toMatchObject([
    { label: '5\u00a0March\u00a02040, 1 test, Not assessed', tone: 'unjudged' },
  ])
})
