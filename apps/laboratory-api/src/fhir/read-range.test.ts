import { expect, test } from 'vitest'
import { readInterpretation, readRange } from './read-range.ts'
import { type FhirObservation, fhirObservationSchema } from './resource-schemas.ts'

const observation = (more: object): FhirObservation =>
  fhirObservationSchema.parse({
    resourceType: 'Observation',
    status: 'final',
    code: { text: 'Haemoglobin' },
    valueString: 'clotted',
    ...more,
  })
const fail = (element: string, diagnostics: string) => {
  throw new Error(`${element}: ${diagnostics}`)
}

test.each([
  [['N'], 'normal'],
  [['H', 'HH'], 'criticalHigh'],
  [['LL', 'L'], 'criticalLow'],
  [['A', 'POS', 'AA'], 'criticalAbnormal'],
  [['N', 'A'], 'abnormal'],
  [['POS', 'N'], 'normal'],
  [['POS'], null],
  // Of equally grave ones the first.
  [['L', 'A'], 'low'],
  [['HH', 'AA'], 'criticalHigh'],
] as const)('of the interpretations %o the gravest counts: %s', (codes, expected) => {
  const apart = codes.map((code) => ({ coding: [{ code }] }))
  expect(readInterpretation(observation({ interpretation: apart }), fail)).toBe(expected)
  const together = [{ coding: codes.map((code) => ({ code })) }]
  expect(readInterpretation(observation({ interpretation: together }), fail)).toBe(expected)
})

test.each([
  [{ high: { value: 5 } }, { high: 5, includesLimit: true, words: null }],
  [
    { low: { value: 60 }, text: '>= 60' },
    { low: 60, includesLimit: true, words: null },
  ],
  [
    { high: { value: 5 }, text: '<5' },
    { high: 5, includesLimit: false, words: null },
  ],
  [
    { low: { value: 60.5 }, text: '> 60,5' },
    { low: 60.5, includesLimit: false, words: null },
  ],
  // Of another number, or of the other side: the limit counts.
  [
    { high: { value: 5 }, text: '<6' },
    { high: 5, includesLimit: true },
  ],
  [
    { high: { value: 5 }, text: '>5' },
    { high: 5, includesLimit: true },
  ],
  [
    { low: { value: 3 }, high: { value: 5 } },
    { low: 3, high: 5, includesLimit: false },
  ],
  [{ text: '<5' }, { low: null, high: null, words: { en: '<5' } }],
])('of the range %o the only limit belongs to it, unless its text says otherwise', (range, expected) => {
  expect(readRange(observation({ referenceRange: [range] }), null, fail)).toMatchObject(expected)
})
