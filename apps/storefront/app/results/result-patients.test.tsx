import { expect, test } from 'vitest'
import { pageHtml, wordsOf } from '../testing/page-html.tsx'
import { ReportSummary } from './report-summary.tsx'
import { Found } from './result-patients.tsx'

test.each([
  [23, 23, 0, 'All 23 in range'],
  [1, 1, 0, 'In range'],
  [23, 23, 3, '3 things to talk about'],
  [2, 0, 0, '2 values'],
])(
  'for %d values, %d judged, %d outside, a list uses the opening words of the report',
  (valueCount, judgedCount, outsideCount, words) => {
    const found = <Found in={{ valueCount, judgedCount, outsideCount, hasCritical: false }} />
    expect(wordsOf(pageHtml(found, 'en')).trim()).toBe(words)
    const report = (
      <ReportSummary
        of={{ testResultId: 'result', patientId: 'anna' }}
        counts={{
          all: valueCount,
          outside: outsideCount,
          isJudged: judgedCount >= valueCount,
          hasAbnormal: false,
        }}
        hasCritical={false}
        isChild={false}
        picture={null}
      />
    )
    expect(wordsOf(pageHtml(report, 'en'))).toContain(words)
  },
)

test('a critical value is stated first', () => {
  const found = <Found in={{ valueCount: 3, judgedCount: 3, outsideCount: 2, hasCritical: true }} />
  expect(wordsOf(pageHtml(found, 'en'))).toContain('Critical: call a\u00a0doctor today')
})
