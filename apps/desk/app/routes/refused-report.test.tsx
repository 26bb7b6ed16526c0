import { expect, test } from 'vitest'
import { pageHtml } from '../../../storefront/app/testing/page-html.tsx'
import RefusedReport from './refused-report.tsx'

type Props = Parameters<typeof RefusedReport>[0]

const sent = {
  ...{ entry: 0, test: 'Blood count', status: 'final', issued: '5 March', named: '1000071-1', comment: null },
  ...{ values: [{ name: 'Haemoglobin', value: '113 g/L' }], line: null },
}
const htmlOf = (report: object) => {
  const loaderData = {
    ...{ mayMend: false, typed: [] },
    report: {
      ...{
        id: 'one',
        first: '5 March',
        last: '5 March',
        state: 'open',
        system: 'LIS',
        source: 'fhir',
        times: 1,
      },
      ...{ issues: [], text: null, settled: null, canBeTried: true, version: 0, reports: [report] },
    },
  }
  return pageHtml(<RefusedReport {...({ loaderData } as unknown as Props)} />)
}

test('before a report is accepted, what it deletes is shown among its values', () => {
  expect(htmlOf({ ...sent, deletes: ['Red blood cells'] })).toMatch(
    /<th[^>]*>Haemoglobin<\/th>.*<th[^>]*>Red blood cells<\/th><td>is deleted<\/td>/,
  )
  expect(htmlOf({ ...sent, values: [], deletes: ['Red blood cells'] })).toContain('is deleted')
  // A main API of the previous release does not say.
  expect(htmlOf(sent)).not.toContain('is deleted')
})
