import { expect, test } from 'vitest'
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

test('a long text takes no longer to be understood than a short one', () => {
  const words = `${'1'.repeat(9_999)}!`
  const started = performance.now()
  for (let count = 0; count < 100; count++) read({ valueString: words }, 'g/L')
  // Tried as a number, each would take tens of milliseconds.
  expect(performance.now() - started).toBeLessThan(1_000)
  expect(read({ valueString: words }, 'g/L')).toEqual({ number: null, words, faults: [] })
})
