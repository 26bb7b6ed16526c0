import { expect, test } from 'vitest'
import type { CatalogueComponent } from '../catalogue/catalogue-snapshot.ts'
import { judgeValue } from './judge-value.ts'

const component = (overrides: Partial<CatalogueComponent> = {}): CatalogueComponent => ({
  name: { en: 'Haemoglobin', ru: 'Гемоглобин' },
  loinc: '718-7',
  ucumUnit: 'g/L',
  valueType: 'numeric',
  decimals: 0,
  referenceRanges: [
    { sex: 'FEMALE', ageFromYears: 18, low: 120, high: 150 },
    { sex: 'MALE', ageFromYears: 18, low: 130, high: 170 },
    { ageToYears: 18, low: 105, high: 140 },
  ],
  ...overrides,
})

type Input = Parameters<typeof judgeValue>[0]
const judge = (overrides: Partial<Input> = {}) =>
  judgeValue({
    number: 125,
    comparator: null,
    words: null,
    given: null,
    interpretation: null,
    component: component(),
    person: { sex: 'FEMALE', ageYears: 34 },
    ...overrides,
  })

test('the range for sex and age is used', () => {
  expect(judge()).toMatchObject({ low: 120, high: 150, interpretation: 'normal' })
  expect(judge({ person: { sex: 'MALE', ageYears: 34 } })).toMatchObject({ low: 130, interpretation: 'low' })
  expect(judge({ person: { sex: 'MALE', ageYears: 7 } })).toMatchObject({
    low: 105,
    interpretation: 'normal',
  })
})

test("the laboratory's range and word take precedence", () => {
  const given = { low: 126, high: null, includesLimit: true, words: null }
  expect(judge({ given })).toMatchObject({ low: 126, high: null, interpretation: 'low' })
  expect(judge({ interpretation: 'criticalLow' })).toMatchObject({ low: 120, interpretation: 'criticalLow' })
})

test.each([
  [119, '<', 'low'],
  [120, '<', 'low'],
  [120, '<=', null],
  [130, '<', null],
  [150, '>', 'high'],
  [150, '>=', null],
  [140, '>', null],
] as const)('%d with %s in front is %s', (number, comparator, interpretation) => {
  expect(judge({ number, comparator }).interpretation).toBe(interpretation)
})

test('less than a lone upper limit is normal, whatever the true value is', () => {
  const upTo = component({ referenceRanges: [{ high: 5 }] })
  expect(judge({ number: 0.5, comparator: '<', component: upTo }).interpretation).toBe('normal')
  expect(judge({ number: 6, comparator: '<', component: upTo }).interpretation).toBeNull()
})

test.each([
  [5, null, true, 'normal'],
  [5, null, false, 'high'],
  [5.1, null, true, 'high'],
  [5, '<=', true, 'normal'],
  [5, '<=', false, null],
  [5, '<', false, 'normal'],
] as const)('%d with %s is judged by the limit 5, which belongs to the range or not: %s', (...of) => {
  const [number, comparator, includesLimit, expected] = of
  const range = { low: null, high: null, includesLimit, words: null }
  expect(judge({ number, comparator, given: { ...range, high: 5 } }).interpretation).toBe(expected)
  const mirrored = { null: null, '<=': '>=', '<': '>' } as const
  const other = expected === 'high' ? 'low' : expected
  expect(
    judge({ number: -number, comparator: mirrored[`${comparator}`], given: { ...range, low: -5 } })
      .interpretation,
  ).toBe(other)
})

test.each([
  ['not detected', 'not detected', 'normal'],
  ['not detected', 'Detected', 'abnormal'],
  ['negative', 'POSITIVE', 'abnormal'],
  ['not detected', 'few', null],
  ['G/G', 'G/A', null],
  ['detected means immunity', 'detected', null],
])('where %s is expected, %s is %s', (text, words, interpretation) => {
  const coded = component({
    ucumUnit: null,
    valueType: 'coded',
    referenceRanges: [{ words: { en: text, ru: text } }],
  })
  const judged = judge({ number: null, words, component: coded })
  expect(judged).toMatchObject({ rangeWords: { en: text }, interpretation })
})
