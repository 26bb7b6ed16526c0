import { createElement } from 'react'
import { expect, test } from 'vitest'
import { pageHtml } from '../testing/page-html.tsx'
import type { TestResultsView } from './load-test-results.server.ts'
import TestResults from './routes/test-results.tsx'

const VIEW: TestResultsView = {
  ...{ results: [], older: null, isFirstPage: false, chosenName: 'Anna Kovaleva' },
  patients: [
    { id: 'anna', name: 'Anna Kovaleva', isChosen: true },
    { id: 'eva', name: 'Eva Kovaleva', isChosen: false },
  ],
}

const newestOf = (list: TestResultsView) => {
  const html = pageHtml(createElement(TestResults, { loaderData: { list } } as never))
  return /href="([^"]+)"[^>]*>Newest/.exec(html)?.[1]
}

test('from a later page of one patient’s results, the link to the newest ones stays with the patient', () => {
  expect(newestOf(VIEW)).toBe('/test-results?patientId=anna')
})

test('from a later page of everybody’s results, the link to the newest ones leads to everybody’s', () => {
  const patients = VIEW.patients.map((patient) => ({ ...patient, isChosen: false }))
  expect(newestOf({ ...VIEW, patients })).toBe('/test-results')
})
