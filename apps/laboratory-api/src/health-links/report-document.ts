import { DIAGNOSTIC_SERVICE, LOINC, OBSERVATION_CATEGORY } from '@shop/contract/fhir'
import { html } from 'hono/html'
import type { ApiContext } from '../context.ts'
import { inZoneOf, samplingIn } from '../fhir/fhir-time.ts'
import { fhirSystems } from '../fhir/systems.ts'
import { toObservation } from '../fhir/to-diagnostic-report.ts'
import type { OrderedAnalysisRow } from '../results/analysis-queries.ts'
import type { ObservationRow } from '../results/tables.ts'

const IPS_OBSERVATION =
  'http://hl7.org/fhir/uv/ips/StructureDefinition/Observation-results-laboratory-pathology-uv-ips'
const CATEGORY = {
  coding: [{ system: OBSERVATION_CATEGORY, code: 'laboratory' }],
}
const DEPARTMENT = { coding: [{ system: DIAGNOSTIC_SERVICE, code: 'LAB' }] }

type Source = Pick<ApiContext, 'catalogue' | 'settings' | 'partner' | 'now'>
type Resource = { resourceType: string; id: string }

/**
 * A patient's reports of one order as a FHIR document: the laboratory part of an International Patient Summary, without
 * replaced values.
 */
export function toReportDocument(
  { catalogue, settings, partner, now }: Source,
  rows: readonly OrderedAnalysisRow[],
  values: ReadonlyMap<string, readonly ObservationRow[]>,
) {
  const zone = settings.businessTimeZone
  const source = { snapshot: catalogue.current(), systems: fhirSystems(settings), zone }
  const [{ patient: person, order, testResult }] = rows as [OrderedAnalysisRow]
  const subject = { reference: `urn:uuid:${person.patientId}` }
  const organization = {
    resourceType: 'Organization',
    // One per document: the organisation has no record.
    id: order.id,
    name: `${partner.brand}, ${order.laboratory.city.en}`,
  }
  const performer = [{ reference: `urn:uuid:${organization.id}` }]
  const reports = rows.map(({ result, line }) => {
    const own = (values.get(result.id) ?? []).filter(({ supersededAt }) => supersededAt === null)
    const observations = own.map((observation) => {
      const { basedOn: _, ...resource } = toObservation({ observation, result }, source)
      return { ...resource, meta: { profile: [IPS_OBSERVATION] }, category: [CATEGORY], subject, performer }
    })
    const report = {
      resourceType: 'DiagnosticReport',
      id: result.id,
      status: result.status,
      category: [DEPARTMENT],
      code: {
        coding: [
          { system: source.systems.analysis, code: line.code, display: line.name.en },
          ...(line.loinc ? [{ system: LOINC, code: line.loinc }] : []),
        ],
      },
      subject,
      effectiveDateTime: samplingIn(zone, result.sampledAt),
      ...(result.reportedAt ? { issued: inZoneOf(zone, result.reportedAt) } : {}),
      performer,
      ...(observations.length > 0
        ? { result: observations.map(({ id }) => ({ reference: `urn:uuid:${id}` })) }
        : {}),
      ...(result.comment ? { conclusion: result.comment } : {}),
    }
    return { report, observations }
  })
  const composition = {
    resourceType: 'Composition',
    id: testResult.id,
    status: testResult.complete ? 'final' : 'preliminary',
    type: { coding: [{ system: LOINC, code: '11502-2', display: 'Laboratory report' }] },
    subject,
    date: inZoneOf(zone, now()),
    author: performer,
    title: 'Laboratory report',
    section: [
      {
        title: 'Results',
        code: {
          coding: [
            {
              system: LOINC,
              code: '30954-2',
              display: 'Relevant diagnostic tests/laboratory data Narrative',
            },
          ],
        },
        text: narrative(rows.map(({ line }) => line.name.en)),
        entry: reports.map(({ report }) => ({ reference: `urn:uuid:${report.id}` })),
      },
    ],
  }
  const patient = {
    resourceType: 'Patient',
    id: person.patientId,
    name: [{ family: person.lastName, given: [person.firstName] }],
    gender: person.gender === 'M' ? 'male' : 'female',
    birthDate: person.dateOfBirth,
  }
  const resources: Resource[] = [
    composition,
    patient,
    organization,
    ...reports.flatMap(({ report, observations }) => [report, ...observations]),
  ]
  return {
    resourceType: 'Bundle',
    type: 'document',
    identifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${testResult.id}` },
    timestamp: now().toISOString(),
    entry: resources.map((resource) => ({ fullUrl: `urn:uuid:${resource.id}`, resource })),
  }
}

/** What a reader that does not understand the entries can show. */
function narrative(names: readonly string[]) {
  const items = names.map((name) => html`<li>${name}</li>`).join('')
  return { status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml"><ul>${items}</ul></div>` }
}
