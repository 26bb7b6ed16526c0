import { expect, test } from 'vitest'
import { reportPath, testsOf } from './tests-of-report.server.ts'

const named = (...names: string[]) => names.map((name) => ({ id: name, name }))

test.each([
  [1, named('Ferritin'), 'Ferritin'],
  [2, named('Ferritin', 'TSH'), 'Ferritin, TSH'],
  [5, named('Ferritin', 'TSH'), 'Ferritin, TSH +3'],
  [5, [], ''],
])('of %i tests, the known ones are named and the others counted', (analysisCount, firstAnalyses, said) => {
  expect(testsOf({ analysisCount, firstAnalyses })).toBe(said)
})

test.each([
  [1, named('a'), '/test-results/r/patients/p/analysis-results/a'],
  [2, named('a', 'b'), '/test-results/r/patients/p'],
  [1, [], '/test-results/r/patients/p'],
])(
  'with %i tests, the link leads to the only report, or else to the list of reports',
  (analysisCount, firstAnalyses, path) => {
    expect(reportPath('r', { id: 'p', analysisCount, firstAnalyses })).toBe(path)
  },
)
