import { expect, test, vi } from 'vitest'
import { readValue } from './read-value.ts'
import type { FhirObservation } from './resource-schemas.ts'

function read(value: Partial<FhirObservation>, unit: string | null) {
  const faults: string[] = []
  const { number, words } = readValue(value as FhirObservation, unit, (element, text) =>
    faults.push(`${element}: ${text}`),
  )
  return { number, words, faults }
}

test.each([
  '61',
  ' 61 ',
  '6.1',
  '6,1',
  '-2',
  '<5',
  '< 5,2',
  '>= 120',
  '≤3',
  '=61',
  '61 g/L',
  '61g/l',
  '61 mmol/L',
  '12 %',
])('a number sent as the words "%s" is refused where the value has a unit', (words) => {
  const refused = ': a valueQuantity in g/L is required'
  expect(read({ valueString: words }, 'g/L').faults).toEqual([`valueString${refused}`])
  expect(read({ valueCodeableConcept: { text: words } }, 'g/L').faults).toEqual([
    `valueCodeableConcept${refused}`,
  ])
  // Without a unit a number may mean something else: a group, a grade.
  expect(read({ valueString: words }, null)).toEqual({ number: null, words, faults: [] })
})

test.each([
  'negative',
  'haemolysed',
  '5-10 per field',
  '1:40',
  '3+',
  'more than 100',
  '2 of 3',
  '',
  'No. 61',
])('the words "%s" are taken as words, whatever unit the value has', (words) => {
  expect(read({ valueString: words }, 'g/L')).toEqual({ number: null, words, faults: [] })
})

test('a long text takes no longer to be understood than a short one: no pattern is tried on it', () => {
  const tried = vi.spyOn(RegExp.prototype, 'exec')
  const longestTried = (words: string) => {
    tried.mockClear()
    const understood = read({ valueString: words }, 'g/L')
    const lengths = tried.mock.calls.map(([text]) => text.length)
    expect(understood).toMatchObject({ number: null, words })
    return Math.max(0, ...lengths)
  }
  expect(longestTried('negative')).toBe(8)
  // The pattern of a number would take tens of milliseconds to find that this is none.
  expect(longestTried(`${'1'.repeat(9_999)}!`)).toBeLessThanOrEqual(100)
})
