import type { ResultStatus } from '@shop/domain/results'
import type { CatalogueSnapshot } from '../catalogue/catalogue-snapshot.ts'
import type { ReportableLine } from '../results/open-test-results.ts'
import type { ReportedAnalysis, ReportedSpecimen } from '../results/reported.ts'
import { deletedCodes, withoutMark } from './changes-of-report.ts'
import { contentHashOf } from './content-hash.ts'
import { noteTime, toInstant } from './fhir-time.ts'
import { checkSubject, createLineFinder } from './find-lines.ts'
import { createResultFinder } from './find-observations.ts'
import { measureOf, namesAnalysis } from './match-component.ts'
import type { Faults } from './operation-outcome.ts'
import { at, type ParsedEntry, type ParsedTransaction } from './parse-transaction.ts'
import type { FhirObservation, FhirReport, FhirSpecimen, ReportStatus } from './resource-schemas.ts'
import type { FhirSystems } from './systems.ts'
import { understandDeletions } from './understand-deletions.ts'
import { understandValues } from './understand-values.ts'

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
  /** Whether stored values stay valid that a report on this line, of a gateway of the previous release, does not name. */
  keepsUnnamed: (line: ReportableLine) => boolean
}

/** Interprets a well-formed bundle against the orders; every fault of meaning is added to `faults`. */
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
  const collectedAt = toInstant((collectedDateTime ?? collectedPeriod?.start)!, zone)
  noteTime({ time: collectedAt, expression: at(index, element), now, faults })
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
  entry: ParsedEntry<FhirReport>,
  findLine: LineFinder,
  results: { entries: ParsedEntry<FhirObservation>[]; storedIds: string[] },
  specimens: readonly UnderstoodSpecimen[],
  input: Input,
): UnderstoodReport | null {
  const { systems, zone, now, faults } = input
  const { index, resource } = entry
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
  const sampledAt = effective ? toInstant(effective, zone) : null
  if (effective) noteTime({ time: sampledAt, expression: at(index, 'effective'), now, faults })
  const issuedAt = resource.issued ? toInstant(resource.issued, zone) : null
  if (resource.issued) noteTime({ time: issuedAt, expression: at(index, 'issued'), now, faults })
  const status = STATUS[resource.status]
  const collected = specimens.find((specimen) => specimen.lines.includes(line))?.specimens[0]?.collectedAt
  const values = understandValues(results.entries, {
    ...input,
    line,
    sampledAt: sampledAt ?? collected ?? line.result.collectedAt ?? line.result.sampledAt,
  })
  const identifier = resource.identifier[0]!
  const deletions = understandDeletions(entry, { ...input, line })
  const keepsAll = deletions !== null || (isOfGateway(identifier) && input.keepsUnnamed(line))
  return {
    entry: index,
    line,
    observationEntries: values.map(({ entry, value }) => ({ entry, measure: value.measure })),
    report: {
      analysisResultId: line.result.id,
      identifier: `${line.order.laboratoryId}|${identifier.system ?? ''}|${identifier.value}`,
      laboratoryStatus: resource.status,
      status,
      issuedAt,
      sampledAt,
      comment: resource.conclusion ?? null,
      values: status === 'cancelled' ? [] : values.map(({ value }) => value),
      keptIds: status === 'cancelled' ? [] : keepsAll ? 'all' : results.storedIds,
      deletions: deletions ?? [],
      measures: measuresOf(line, input),
      ...received(resource, results),
    },
  }
}

function measuresOf({ line }: ReportableLine, { snapshot }: Input): ReadonlySet<string> {
  const analysis = snapshot.analyses.get(line.itemId)
  return new Set(analysis?.components.map((component) => measureOf(component, analysis.code)))
}

/** An identifier that an HL7 v2 gateway gives to its reports. */
const isOfGateway = ({ system = '' }: FhirReport['identifier'][number]) => system.startsWith('urn:hl7v2:')

/**
 * What is received, with its hash. Of a report that names only what has changed, the stored values that it names as well
 * are no content: the gateway names what it finds at each try. By its former hashes they are, and so is the mark for a
 * main API of the previous release.
 */
function received(
  report: FhirReport,
  { entries, storedIds }: { entries: ParsedEntry<FhirObservation>[]; storedIds: string[] },
) {
  const content = { report, observations: entries.map(({ resource }) => resource) }
  if (deletedCodes(report) === null) {
    return { content, contentHash: contentHashOf({ ...content, storedIds }), formerHashes: [] }
  }
  const unmarked = { ...content, report: withoutMark(report) }
  return {
    content,
    contentHash: contentHashOf({ ...unmarked, storedIds: [] }),
    formerHashes: [
      contentHashOf({ ...unmarked, storedIds }),
      contentHashOf({ ...content, storedIds }),
      contentHashOf({ ...content, storedIds: [] }),
    ],
  }
}
