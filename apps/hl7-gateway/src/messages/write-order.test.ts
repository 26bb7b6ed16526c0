import { expect, test } from 'vitest'
import type { Answer, ServiceRequest } from '../fhir/requests.ts'
import { writeOrder } from './write-order.ts'

const names = {
  application: 'SHOP',
  facility: 'NET',
  laboratoryApplication: 'LIS',
  laboratoryFacility: 'LAB',
  processingId: 'T',
  zone: 'Europe/Minsk',
}
const answer = (code: string, text: string, value: Partial<Answer>, loinc?: string): Answer => ({
  resourceType: 'Observation',
  code: { coding: [...(loinc ? [{ system: 'http://loinc.org', code: loinc }] : []), { code }], text },
  ...value,
})

function segmentsOf(contained: Answer[]) {
  const request = {
    identifier: [{ value: '1000071-1' }],
    requisition: { value: '1000071' },
    status: 'active',
    code: { coding: [{ system: 'urn:codes', code: '2012', display: 'FSH' }] },
    subject: { reference: 'Patient/1' },
    specimen: [],
    locationReference: [],
    authoredOn: '2040-03-05T09:00:00+03:00',
    note: [{ text: 'The patient is pregnant.' }],
    contained,
  } as unknown as ServiceRequest
  const order = {
    controlId: 'C1',
    control: 'NW' as const,
    patient: {
      resourceType: 'Patient' as const,
      id: '1',
      name: [{ family: 'K', given: ['A'] }],
      gender: 'female' as const,
      birthDate: '1990-04-12',
    },
    requests: [request],
    specimens: new Map(),
  }
  return writeOrder(order, names, new Date('2040-03-05T06:00:00Z')).toString().split('\r')
}

test('answers given before the visit follow the notes of the order as observations', () => {
  const segments = segmentsOf([
    answer('lastPeriod', 'First day', { valueDateTime: '2040-02-20' }, '8665-2'),
    answer('biotin', 'Biotin', { valueBoolean: true }),
    answer('lastDose', 'Last dose', { valueDateTime: '2040-03-04T20:30:00+03:00' }, '29742-4'),
  ])
  const start = segments.findIndex((segment) => segment.startsWith('NTE'))
  expect(segments.slice(start + 1)).toEqual([
    'OBX|1|DT|8665-2^First day^LN||20400220||||||F',
    'OBX|2|CE|biotin^Biotin^99SHOP||Y^Yes^HL70136||||||F',
    'OBX|3|TS|29742-4^Last dose^LN||20400304203000+0300||||||F',
  ])
})

test('without answers there are no observations', () => {
  expect(segmentsOf([]).some((segment) => segment.startsWith('OBX'))).toBe(false)
})
