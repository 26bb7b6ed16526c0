import type { Queries } from '@shop/database/open-database'
import { type AuditEntry, audit } from '../audit/audit.ts'
import type { Permission } from '../clients/scopes.ts'
import type { ApiContext } from '../context.ts'
import { announceResult, announceWithdrawal } from '../results/announce-result.ts'
import { claimIdentifiers } from '../results/claim-identifiers.ts'
import { concludeReports } from '../results/conclude-reports.ts'
import { openTestResults, type ReportableLine } from '../results/open-test-results.ts'
import { type ReportConflict, storeReport } from '../results/store-report.ts'
import { storeSpecimen } from '../results/store-specimen.ts'
import { auditedAs, type Caller, requirePermission } from './caller.ts'
import { namedOrders } from './find-lines.ts'
import { createFaults, type Faults, type OutcomeIssue } from './operation-outcome.ts'
import { at, type ParsedTransaction, parseTransaction } from './parse-transaction.ts'
import { serviceRequestId } from './service-request-id.ts'
import { fhirSystems } from './systems.ts'
import {
  type UnderstoodReport,
  type UnderstoodSpecimen,
  understandTransaction,
} from './understand-transaction.ts'

/** The outcome of an entry. */
export interface EntryAnswer {
  status: '200 OK' | '201 Created'
  location: string
}

const CONFLICTS: Readonly<Record<ReportConflict, Omit<OutcomeIssue, 'expression'> & { element: string }>> = {
  otherRequest: {
    code: 'business-rule',
    element: 'identifier[0]',
    diagnostics: 'The identifier belongs to the report on another ServiceRequest',
  },
  otherIdentifier: {
    code: 'business-rule',
    element: 'identifier[0]',
    diagnostics: 'The ServiceRequest has a report under another identifier',
  },
  olderThanStored: {
    code: 'conflict',
    element: 'issued',
    diagnostics: 'A report that was issued later is stored',
  },
  finalAlready: { code: 'conflict', element: 'status', diagnostics: 'The stored report is already final' },
  unknownObservation: {
    code: 'not-found',
    element: 'result',
    diagnostics: 'A stored Observation that the report names belongs to another report or has been replaced',
  },
}

/** A report that was new, with the valid values of its line after it, by measure. */
type TakenReport = Pick<UnderstoodReport['report'], 'issuedAt'> & { ids: ReadonlyMap<string, string> }

const NOT_SUCCESSIVE: Omit<OutcomeIssue, 'expression'> = {
  code: 'business-rule',
  diagnostics:
    'The bundle has another report on this ServiceRequest. Send one with all values, or a later one that is issued later and names every value of the earlier one',
}

/**
 * Whether a report may follow another one of its bundle: a preliminary and the final one do. Of two reports that each
 * have a part of the values, the second would withdraw those of the first, unless it keeps what it does not name. A
 * report without values has none to lose, and one that takes a report back is meant to.
 */
function isSuccessor(
  report: UnderstoodReport['report'],
  ids: ReadonlyMap<string, string>,
  before: TakenReport,
): boolean {
  if (before.ids.size === 0 || report.status === 'cancelled') return true
  const isLater = (report.issuedAt?.getTime() ?? 0) > (before.issuedAt?.getTime() ?? 0)
  if (report.keptIds === 'all') {
    const changed = [...report.values.map(({ named }) => named), ...report.deletions]
    return (
      isLater ||
      !changed.some(({ measure, loincs }) =>
        [measure ?? [], loincs].flat().some((one) => before.ids.has(one)),
      )
    )
  }
  return isLater && [...before.ids.keys()].every((measure) => ids.has(measure))
}

/**
 * Stores a transaction bundle, all of it or nothing. Returns one outcome per entry of the bundle.
 * Orders of laboratories other than the caller's do not exist. @throws FhirRefusal with every fault that was found
 */
export async function reportResults(context: ApiContext, sent: Sent): Promise<EntryAnswer[]> {
  const parsed = parseTransaction(sent.body)
  requirePermission(sent.caller, ...neededFor(parsed))
  return context.database.transaction((queries) => takeTransaction(context, queries, { ...sent, parsed }))
}

interface Sent {
  body: unknown
  caller: Caller
  /** The lines on which a report of a gateway of the previous release does not name what was stored; none by default. */
  keepsUnnamed?: (line: ReportableLine) => boolean
}

/** The same in a larger transaction, for a caller that may report. @throws FhirRefusal, which must end that */
export async function reportWithin(
  context: ApiContext,
  queries: Queries,
  sent: Sent,
): Promise<EntryAnswer[]> {
  return takeTransaction(context, queries, { ...sent, parsed: parseTransaction(sent.body) })
}

async function takeTransaction(
  context: ApiContext,
  queries: Queries,
  { parsed, caller, keepsUnnamed = () => false }: Omit<Sent, 'body'> & { parsed: ParsedTransaction },
): Promise<EntryAnswer[]> {
  const { catalogue, settings } = context
  const systems = fhirSystems(settings)
  const { laboratoryIds } = caller.client
  const lines = await openTestResults(queries, {
    ...namedOrders(parsed, systems),
    laboratoryIds,
    now: context.now,
  })
  // Only now: while it waited for the orders, another report may have been stored and mailed.
  const now = context.now()
  const faults = createFaults()
  const { reports, specimens } = understandTransaction({
    parsed,
    lines,
    snapshot: catalogue.current(),
    systems,
    zone: settings.businessTimeZone,
    now,
    faults,
    keepsUnnamed,
  })
  faults.throwIfAny()
  const answers = new Array<EntryAnswer>(parsed.size)
  const changed = new Map<string, ReportableLine>()
  for (const specimen of specimens) await takeSpecimen(queries, { specimen, answers, changed })
  const taken = new Map<string, TakenReport>()
  const toNotify: ToNotify = { readable: new Set(), withdrawn: new Set() }
  const owners = await claimIdentifiers(
    queries,
    reports.map(({ line, report }) => ({ ...report, ownerId: line.order.ownerId })),
  )
  for (const report of reports) {
    await takeReport(context, queries, { report, owners, answers, changed, taken, toNotify, faults, now })
  }
  faults.throwIfAny()
  await finish(context, queries, { lines: [...changed.values()], toNotify, caller, now })
  return answers
}

/** The identifier decides whether something is created or updated, so both permissions are needed. */
function neededFor({ reports, observations, specimens }: ParsedTransaction): Permission[] {
  return [
    ...(reports.length > 0 ? (['DiagnosticReport.c', 'DiagnosticReport.u'] as const) : []),
    ...(observations.length > 0 ? (['Observation.c', 'Observation.u'] as const) : []),
    ...(specimens.length > 0 ? (['Specimen.c', 'Specimen.u'] as const) : []),
  ]
}

interface Taking {
  answers: EntryAnswer[]
  /** Lines with new content, by the id of their result. */
  changed: Map<string, ReportableLine>
}

/** Lines that the patient is notified about: something has become readable, or is withdrawn. */
interface ToNotify {
  readable: Set<ReportableLine>
  withdrawn: Set<ReportableLine>
}

async function takeSpecimen(
  queries: Queries,
  { specimen, answers, changed }: Taking & { specimen: UnderstoodSpecimen },
): Promise<void> {
  let isNew = false
  for (const [place, line] of specimen.lines.entries()) {
    const reported = specimen.specimens[place]!
    if (!(await storeSpecimen(queries, { result: line.result, specimen: reported }))) continue
    line.result.collectedAt = reported.collectedAt
    line.result.sampledAt = reported.collectedAt
    changed.set(line.result.id, line)
    isNew = true
  }
  const first = specimen.lines[0]!
  answers[specimen.entry] = {
    status: isNew ? '201 Created' : '200 OK',
    location: `Specimen/${serviceRequestId(first.order.id, first.line.position)}`,
  }
}

async function takeReport(
  { sealing, settings, logger }: ApiContext,
  queries: Queries,
  {
    report: { entry, line, report, observationEntries },
    owners,
    answers,
    changed,
    taken,
    toNotify,
    faults,
    now,
  }: Taking & {
    report: UnderstoodReport
    owners: ReadonlyMap<string, string>
    /** By the id of their line's result. */
    taken: Map<string, TakenReport>
    toNotify: ToNotify
    faults: Faults
    now: Date
  },
): Promise<void> {
  const stored = await storeReport(sealing, queries, {
    line,
    report,
    claimedBy: owners.get(report.identifier),
    release: settings.resultRelease,
    now,
  })
  if (stored.outcome === 'refused') {
    const { element, ...issue } = CONFLICTS[stored.conflict]
    faults.add({ ...issue, expression: at(entry, element) })
    return
  }
  const status = stored.outcome === 'stored' ? '201 Created' : '200 OK'
  answers[entry] = { status, location: `DiagnosticReport/${line.result.id}` }
  for (const { entry: place, measure } of observationEntries) {
    const id = stored.ids.get(measure)
    // A repeated older report may name values that have been replaced since: their location is the report itself.
    answers[place] = { status, location: id ? `Observation/${id}` : `DiagnosticReport/${line.result.id}` }
  }
  if (stored.outcome === 'stored') {
    if (stored.unknownDeletions > 0) {
      const { unknownDeletions: deletions } = stored
      logger.warn({ orderId: line.order.id, deletions }, 'a laboratory deletes values of unknown codes')
    }
    const before = taken.get(line.result.id)
    if (before && !isSuccessor(report, stored.ids, before)) {
      faults.add({ ...NOT_SUCCESSIVE, expression: at(entry, 'identifier[0]') })
    }
    taken.set(line.result.id, { issuedAt: report.issuedAt, ids: stored.ids })
    changed.set(line.result.id, line)
  }
  if (stored.isReadable) toNotify.readable.add(line)
  if (stored.isWithdrawn) toNotify.withdrawn.add(line)
}

async function finish(
  context: ApiContext,
  queries: Queries,
  {
    lines,
    toNotify,
    caller,
    now,
  }: {
    lines: ReportableLine[]
    toNotify: ToNotify
    caller: Caller
    now: Date
  },
): Promise<void> {
  const entry = { ...auditedAs(caller), kind: 'testResult' } as const
  await audit(
    queries,
    ...lines.map(({ result }): AuditEntry => ({ ...entry, action: 'update', id: result.id })),
  )
  for (const [testResult, ofOrder] of Map.groupBy(lines, (line) => line.testResult)) {
    await concludeReports(queries, { order: ofOrder[0]!.order, testResultId: testResult.id, now })
    if (ofOrder.some((line) => toNotify.readable.has(line)))
      await announceResult(context, queries, { testResult, now })
    const withdrawn = ofOrder.filter((line) => toNotify.withdrawn.has(line))
    if (withdrawn.length > 0) {
      const ids = withdrawn.map(({ result }) => result.id)
      await announceWithdrawal(context, queries, { testResult, ids })
    }
  }
}
