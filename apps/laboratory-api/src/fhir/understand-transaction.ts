import type { CatalogueSnapshot } from '../catalogue/catalogue-snapshot.ts'
import type { ReportableLine } from '../results/open-test-results.ts'
import type { ReportedAnalysis, ReportedSpecimen, ReportedValue, ResultStatus } from '../results/reported.ts'
import { contentHashOf } from './content-hash.ts'
import { isInFuture, toInstant } from './fhir-time.ts'
import { checkSubject, createLineFinder } from './find-lines.ts'
import { createResultFinder } from './find-observations.ts'
import { namesAnalysis } from './match-component.ts'
import type { Faults } from './operation-outcome.ts'
import { at, type ParsedEntry, type ParsedTransaction } from './parse-transaction.ts'
import type { FhirObservation, FhirReport, FhirSpecimen, ReportStatus } from './resource-schemas.ts'
import type { FhirSystems } from './systems.ts'
import { understandObservation } from './understand-observation.ts'

const STATUS: Readonly<Record<ReportStatus, ResultStatus | null>> = {
  registered: null,
  partial: 'preliminary',
  preliminary: 'preliminary',
  final: 'final',
  amended: 'corrected',
  corrected: 'corrected',
  appended: 'corrected',
  cancelled: 'cancelled',
  'entered-in-error': 'cancelled',
}

export interface UnderstoodReport {
  entry: number
  line: ReportableLine
  report: ReportedAnalysis
  /** The entry of each observation with what it measures. */
  observationEntries: { entry: number; measure: string }[]
}
export interface UnderstoodSpecimen {
  entry: number
  lines: ReportableLine[]
  specimens: ReportedSpecimen[]
}

interface Input {
  parsed: ParsedTransaction
  lines: readonly ReportableLine[]
  snapshot: CatalogueSnapshot
  systems: FhirSystems
  zone: string
  now: Date
  faults: Faults
}

/** What a bundle of right form says about the orders; every fault of meaning is noted in `faults`. */
export function understandTransaction(input: Input): {
  reports: UnderstoodReport[]
  specimens: UnderstoodSpecimen[]
} {
  const { parsed, lines, systems, faults } = input
  const findLine = createLineFinder(lines, systems, faults)
  const results = createResultFinder(parsed.observations, systems, faults)
  const specimens = parsed.specimens.flatMap((entry) => understandSpecimen(entry, findLine, input) ?? [])
  const reports = parsed.reports.flatMap(
    (entry) => understandReport(entry, findLine, results.of(entry), specimens, input) ?? [],
  )
  results.noteUnused()
  return { reports, specimens }
}

type LineFinder = ReturnType<typeof createLineFinder>

function understandSpecimen(
  { index, resource }: ParsedEntry<FhirSpecimen>,
  findLine: LineFinder,
  { systems, zone, now, faults }: Input,
): UnderstoodSpecimen | null {
  const { collectedDateTime, collectedPeriod } = resource.collection
  const element = collectedDateTime ? 'collection.collectedDateTime' : 'collection.collectedPeriod.start'
  const collectedAt = readTime((collectedDateTime ?? collectedPeriod?.start)!, zone)
  noteTime(collectedAt, at(index, element), now, faults)
  const lines = resource.request.flatMap((reference, place) => {
    const line = findLine(reference, index, `request[${place}]`)
    if (line) checkSubject({ subject: resource.subject, line, entry: index }, systems, faults)
    return line ?? []
  })
  if (!collectedAt) return null
  const { system = '', value } = resource.accessionIdentifier?.value
    ? resource.accessionIdentifier
    : resource.identifier![0]!
  const { text, coding = [] } = resource.type ?? {}
  return {
    entry: index,
    lines,
    specimens: lines.map(({ result }) => ({
      analysisResultId: result.id,
      identifier: `${system}|${value}`,
      kind: text ?? coding.find(({ display }) => display)?.display ?? null,
      collectedAt,
    })),
  }
}

function understandReport(
  { index, resource }: ParsedEntry<FhirReport>,
  findLine: LineFinder,
  results: { entries: ParsedEntry<FhirObservation>[]; storedIds: string[] },
  specimens: readonly UnderstoodSpecimen[],
  input: Input,
): UnderstoodReport | null {
  const { systems, zone, now, faults } = input
  const line = findLine(resource.basedOn[0]!, index, 'basedOn[0]')
  if (!line) return null
  checkSubject({ subject: resource.subject, line, entry: index }, systems, faults)
  if (!namesAnalysis(resource.code, line.line)) {
    faults.add({
      code: 'code-invalid',
      expression: at(index, 'code'),
      diagnostics: 'The code is not that of the ServiceRequest',
    })
  }
  const effective = resource.effectiveDateTime ?? resource.effectivePeriod?.start
  const sampledAt = effective ? readTime(effective, zone) : null
  if (effective) noteTime(sampledAt, at(index, 'effective'), now, faults)
  const issuedAt = resource.issued ? new Date(resource.issued) : null
  if (issuedAt) noteTime(issuedAt, at(index, 'issued'), now, faults)
  const status = STATUS[resource.status]
  const collected = specimens.find((specimen) => specimen.lines.includes(line))?.specimens[0]?.collectedAt
  const values = understandValues(results.entries, {
    ...input,
    line,
    sampledAt: sampledAt ?? collected ?? line.result.collectedAt ?? line.result.sampledAt,
  })
  const identifier = resource.identifier[0]!
  return {
    entry: index,
    line,
    observationEntries: values.map(({ entry, value }) => ({ entry, measure: value.measure })),
    report: {
      analysisResultId: line.result.id,
      identifier: `${identifier.system ?? ''}|${identifier.value}`,
      laboratoryStatus: resource.status,
      status,
      issuedAt,
      sampledAt,
      comment: resource.conclusion ?? null,
      values: status === 'cancelled' ? [] : values.map(({ value }) => value),
      keptIds: status === 'cancelled' ? [] : results.storedIds,
      ...received(resource, results),
    },
  }
}

function received(
  report: FhirReport,
  { entries, storedIds }: { entries: ParsedEntry<FhirObservation>[]; storedIds: string[] },
) {
  const content = { report, observations: entries.map(({ resource }) => resource) }
  return { content, contentHash: contentHashOf({ ...content, storedIds }) }
}

function understandValues(
  entries: readonly ParsedEntry<FhirObservation>[],
  {
    line,
    sampledAt,
    snapshot,
    zone,
    now,
    systems,
    faults,
  }: Input & { line: ReportableLine; sampledAt: Date },
): { entry: number; value: ReportedValue }[] {
  const analysis = snapshot.analyses.get(line.line.itemId)
  if (!analysis) return []
  const measures = new Set<string>()
  return entries.flatMap(({ index, resource }) => {
    const { subject, effectiveDateTime, effectivePeriod, effectiveInstant } = resource
    if (subject) checkSubject({ subject, line, entry: index }, systems, faults)
    const effective = effectiveDateTime ?? effectiveInstant ?? effectivePeriod?.start
    const ownTime = effective ? readTime(effective, zone) : sampledAt
    if (effective) noteTime(ownTime, at(index, 'effective'), now, faults)
    const value = understandObservation({
      observation: resource,
      line,
      analysis,
      sampledAt: ownTime ?? sampledAt,
      zone,
      fault: (element, diagnostics) =>
        faults.add({
          code: element === 'code' ? 'code-invalid' : 'value',
          expression: at(index, element),
          diagnostics,
        }),
    })
    if (!value) return []
    if (measures.has(value.measure)) {
      faults.add({
        code: 'duplicate',
        expression: at(index, 'code'),
        diagnostics: 'The report has a value for this already',
      })
    }
    measures.add(value.measure)
    return [{ entry: index, value }]
  })
}

function readTime(dateTime: string, zone: string): Date | null {
  return toInstant(dateTime, zone)
}

function noteTime(time: Date | null, expression: string, now: Date, faults: Faults): void {
  if (!time) faults.add({ code: 'value', expression, diagnostics: 'A day that exists is expected' })
  else if (isInFuture(time, now))
    faults.add({ code: 'value', expression, diagnostics: 'It is in the future' })
}
