import { randomUUID } from 'node:crypto'
import type { AnalyserWork } from '../tables.ts'
import { type Assay, type Component, readCatalogue } from './catalogue.ts'
import { describeObservation, type ReportStage } from './describe-observation.ts'
import { drawForStage } from './draw-for-stage.ts'
import type { AnalyserRequest } from './read-requests.ts'
import { shopCode } from './take-in-work.ts'

/** The namespace of the instrument's own identifiers. */
const IDENTIFIERS = 'urn:sandbox:analyser'

export interface Report {
  work: AnalyserWork & { issuedAt: Date }
  stage: ReportStage
}

interface Entry {
  fullUrl: string
  resource: Record<string, unknown>
  request: { method: 'POST'; url: string }
}

/**
 * One transaction bundle with the reports of an order: a Specimen for each patient and kind of sample, and
 * for each analysis a DiagnosticReport with its Observations. Repeating a report gives the same identifiers.
 */
export function describeReports(reports: Report[]) {
  const specimens = new Map<string, Entry>()
  const entries = reports.flatMap((report) => {
    const analysis = readCatalogue().get(shopCode(report.work.request)!)!
    const specimen = specimenFor(specimens, report.work, analysis)
    return describeReport({ ...report, analysis, specimen: specimen.fullUrl })
  })
  return { resourceType: 'Bundle', type: 'transaction', entry: [...specimens.values(), ...entries] }
}

function specimenFor(specimens: Map<string, Entry>, work: AnalyserWork, analysis: Assay): Entry {
  const { patient, serviceRequestId } = work.request
  const value = `${work.orderNumber}/${patient}/${analysis.specimen}`
  const entry =
    specimens.get(value) ??
    newEntry({
      resourceType: 'Specimen',
      identifier: [{ system: IDENTIFIERS, value }],
      status: 'available',
      type: { text: analysis.specimen },
      subject: { reference: patient },
      request: [],
      collection: { collectedDateTime: work.sampledAt.toISOString() },
    })
  specimens.set(value, entry)
  ;(entry.resource.request as { reference: string }[]).push({
    reference: `ServiceRequest/${serviceRequestId}`,
  })
  return entry
}

function describeReport({
  work,
  stage,
  analysis,
  specimen,
}: Report & { analysis: Assay; specimen: string }): Entry[] {
  const { request, sampledAt, issuedAt } = work
  const values = drawForStage({ work, stage, analysis, now: issuedAt })
  const shared = {
    basedOn: [{ reference: `ServiceRequest/${request.serviceRequestId}` }],
    category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code: 'LAB' }] }],
    subject: { reference: request.patient },
    effectiveDateTime: sampledAt.toISOString(),
    issued: issuedAt.toISOString(),
  }
  const observations = values.map((value) =>
    newEntry({
      ...describeObservation({ value, stage, code: componentCode(request, analysis, value.component) }),
      ...shared,
      category: [OBSERVATION_CATEGORY],
      identifier: [{ system: IDENTIFIERS, value: `${request.serviceRequestId}/${value.component.name}` }],
      specimen: { reference: specimen },
    }),
  )
  const isPartial = values.length < analysis.resultDefinition.components.length
  const report = newEntry({
    resourceType: 'DiagnosticReport',
    identifier: [{ system: IDENTIFIERS, value: request.serviceRequestId }],
    ...shared,
    status: isPartial ? 'partial' : stage,
    code: { coding: request.codings },
    specimen: [{ reference: specimen }],
    result: observations.map(({ fullUrl }) => ({ reference: fullUrl })),
  })
  return [report, ...observations]
}

const OBSERVATION_CATEGORY = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'laboratory' }],
}

/** The shop numbers the components of an analysis from 1, in a code system next to that of its analyses. */
function componentCode(
  { codings }: AnalyserRequest,
  { code, resultDefinition }: Assay,
  component: Component,
) {
  const system = codings.find((coding) => coding.code === code)?.system ?? ''
  return {
    system: `${system}-component`,
    code: `${code}-${resultDefinition.components.indexOf(component) + 1}`,
  }
}

function newEntry(resource: { resourceType: string } & Record<string, unknown>): Entry {
  return {
    fullUrl: `urn:uuid:${randomUUID()}`,
    resource,
    request: { method: 'POST', url: resource.resourceType },
  }
}
