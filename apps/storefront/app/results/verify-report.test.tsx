import { expect, test } from 'vitest'
import { pageHtml } from '../testing/page-html.tsx'
import VerifyReport from './routes/verify-report.tsx'

const CODE = '9QAT-36C9-MNGN-AXEZ-AZKX-WTFF-GV3E'

function fieldsOf(actionData: object) {
  const html = pageHtml(<VerifyReport {...({ actionData } as Parameters<typeof VerifyReport>[0])} />)
  return [...html.matchAll(/<input[^>]*>/g)].map(([input]) => [
    / name="(\w+)"/.exec(input)?.[1],
    / value="([^"]*)"/.exec(input)?.[1],
  ])
}

test('someone who has checked a report by its code alone can add the PIN without typing the code again', () => {
  const checked = { documentNumber: CODE, issued: '2 March 2027', report: null }
  expect(fieldsOf({ ...checked, isCurrent: true })).toEqual([
    ['documentNumber', CODE],
    ['pin', undefined],
  ])
  // The PIN would show nothing of an outdated report.
  expect(fieldsOf({ ...checked, isCurrent: false })).toEqual([])
})
