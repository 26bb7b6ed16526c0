import { Hl7Message } from '@medplum/core'
import { expect, test } from 'vitest'
import { readObservation } from './read-observation.ts'

const systems = { analysis: 'base/analysis', component: 'base/analysis-component' }

function readLine(fields: { type: string; value: string; unit?: string; range?: string; flags?: string }) {
  const { type, value, unit = '', range = '', flags = '' } = fields
  const line = `OBX|1|${type}|1001-3^x^99SHOP||${value}|${unit}|${range}|${flags}|||F`
  const faults: string[] = []
  const obx = Hl7Message.parse(`MSH|^~\\&|A\r${line}`).segments[1]!
  const { resource } = readObservation(obx, [], {
    zone: 'Europe/Minsk',
    systems,
    fault: (field, code) => faults.push(`OBX-${field} ${code}`),
  })
  return { ...resource, faults }
}

test.each([
  [{ type: 'NM', value: '4.50', unit: 'g/L^^UCUM' }, { valueQuantity: { value: 4.5, code: 'g/L' } }],
  [
    { type: 'SN', value: '<^5', unit: 'mg/L' },
    { valueQuantity: { value: 5, comparator: '<', code: 'mg/L' } },
  ],
  [{ type: 'SN', value: '^1^:^128' }, { valueString: '1:128' }],
  [{ type: 'ST', value: 'not detected' }, { valueString: 'not detected' }],
  [{ type: 'ST', value: '61', unit: 'g/L^^UCUM' }, { valueQuantity: { value: 61, code: 'g/L' } }],
  [
    { type: 'TX', value: '< 5.2', unit: 'mg/L' },
    { valueQuantity: { value: 5.2, comparator: '<', code: 'mg/L' } },
  ],
  // Without a unit it is unknown what the number means; with a comma, what the comma means.
  [{ type: 'ST', value: '61' }, { valueString: '61' }],
  [{ type: 'ST', value: '1,234', unit: 'g/L' }, { valueString: '1,234' }],
  [{ type: 'ST', value: '5-10 per field', unit: '/[HPF]' }, { valueString: '5-10 per field' }],
  [{ type: 'TX', value: 'one~two' }, { valueString: 'one\ntwo' }],
  [{ type: 'CWE', value: 'NEG^negative^L' }, { valueCodeableConcept: { text: 'negative' } }],
  [
    { type: 'CWE', value: '260385009^^SCT' },
    { valueCodeableConcept: { coding: [{ system: 'http://snomed.info/sct', code: '260385009' }] } },
  ],
])('the value %o is read', (line, expected) => {
  expect(readLine(line)).toMatchObject({ ...expected, faults: [] })
})

test.each([
  ['3.9-10.2', { low: { value: 3.9 }, high: { value: 10.2 } }],
  ['-2 - 3', { low: { value: -2 }, high: { value: 3 } }],
  // FHIR's limits belong to the range: the text says that these do not.
  ['<5', { high: { value: 5 }, text: '<5' }],
  ['> 60', { low: { value: 60 }, text: '>60' }],
  ['<=5', { high: { value: 5 } }],
  ['>= 60', { low: { value: 60 } }],
  ['not detected', { text: 'not detected' }],
])('the range %s is read', (range, expected) => {
  expect(readLine({ type: 'NM', value: '1', range })).toHaveProperty('referenceRange', [expected])
})

test('flags that judge the value are kept, and those that only indicate a direction are dropped', () => {
  expect(readLine({ type: 'NM', value: '1', flags: 'HH~U' })).toMatchObject({
    interpretation: [{ coding: [{ code: 'HH' }] }],
  })
})

test.each([
  [{ type: 'NM', value: '4,5' }, 'OBX-5 102'],
  [{ type: 'NM', value: '' }, 'OBX-5 101'],
  [{ type: 'NM', value: '1', unit: 'g/dL^^ISO+' }, 'OBX-6 103'],
  [{ type: 'SN', value: '~^5' }, 'OBX-5 102'],
  [{ type: 'ED', value: 'x^y' }, 'OBX-2 102'],
])('%o is refused: %s', (line, fault) => {
  expect(readLine(line).faults).toEqual([fault])
})
