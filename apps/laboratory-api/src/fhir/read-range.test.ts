import { ADMINISTRATIVE_GENDER, SNOMED, UCUM } from '@shop/contract/fhir'
import type { Gender } from '@shop/domain/gender'
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
const ANNA = { sex: 'FEMALE', ageYears: 34 } as const
const rangeOf = (referenceRange: object[], person: { sex: Gender; ageYears: number } = ANNA) =>
  readRange(observation({ referenceRange }), { unit: null, person }, fail)
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
  expect(rangeOf([range])).toMatchObject(expected)
})

test.each([
  ['<5 mg/L', false],
  ['< 5mg/L', false],
  ['<5 10*9/L', false],
  ['<5%', false],
  ['<5 г/л', false],
  ['<=5 mg/L', true],
  ['<55 mg/L', true],
  // What follows is no unit.
  ['<5-10', true],
  ['<5 - 10', true],
  ['<5 000', true],
])('whether a limit of 5 with the text %s belongs to its range: %s', (text, includesLimit) => {
  expect(rangeOf([{ high: { value: 5 }, text }])).toMatchObject({ high: 5, includesLimit, words: null })
})

const concept = (system: string, ...codes: string[]) => ({ coding: codes.map((code) => ({ system, code })) })
const FEMALE = concept(SNOMED, '248152002')
const MALE = concept(SNOMED, '248153007')
const PREGNANT = concept(SNOMED, '77386006')
const years = (value: number, code = 'a') => ({ value, system: UCUM, code })
const high = (value: number, more: object = {}) => ({ high: { value }, ...more })

test.each([
  ['the sex', [high(1, { appliesTo: [MALE] }), high(2, { appliesTo: [FEMALE] })], 2],
  ["FHIR's own code for it", [high(2, { appliesTo: [concept(ADMINISTRATIVE_GENDER, 'female')] })], 2],
  ['the age', [high(1, { age: { high: years(18) } }), high(2, { age: { low: years(18) } })], 2],
  ['both', [high(1), high(2, { appliesTo: [FEMALE], age: { low: years(18), high: years(50) } })], 2],
  [
    'the sex and the age, though one for the sex comes first',
    [high(1, { appliesTo: [FEMALE] }), high(2, { appliesTo: [FEMALE], age: { low: years(30) } })],
    2,
  ],
  [
    'both limits of the age, though one with one limit comes first',
    [high(1, { age: { low: years(18) } }), high(2, { age: { low: years(18), high: years(50) } })],
    2,
  ],
  [
    'the sex, though one for no certain age comes first',
    [high(1, { age: {} }), high(2, { appliesTo: [FEMALE] })],
    2,
  ],
  ['everyone, the first of two', [high(2), high(1, { age: {} })], 2],
  ['everyone, where none is nearer', [high(1, { appliesTo: [MALE] }), high(2)], 2],
])('the range for %s is used', (_, ranges, expected) => {
  expect(rangeOf(ranges)?.high).toBe(expected)
})

test.each([
  ['the other sex', { appliesTo: [MALE] }],
  ['a pregnancy', { appliesTo: [FEMALE, PREGNANT] }],
  ['a sex and a pregnancy in one concept', { appliesTo: [concept(SNOMED, '248152002', '77386006')] }],
  ['a concept of two sexes', { appliesTo: [concept(SNOMED, '248152002', '248153007')] }],
  ['words', { appliesTo: [{ text: 'female' }] }],
  ['a code without its system', { appliesTo: [{ coding: [{ code: '248152002' }] }] }],
  ['older people', { age: { low: years(35) } }],
  ['younger people', { age: { high: years(33) } }],
  ['people who may be younger', { age: { high: years(34) } }],
  ['an age in another unit', { age: { low: years(216, 'mo') } }],
  ['an age without a unit', { age: { low: { value: 18 } } }],
  ['another purpose', { type: concept(SNOMED, 'treatment') }],
])('a range for %s is not used', (_, more) => {
  expect(rangeOf([high(1, more)])).toBeNull()
})
