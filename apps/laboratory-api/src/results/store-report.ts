import type { Queries } from '@shop/database/open-database'
import { type ReleasePolicy, waitsForRelease } from '@shop/domain/result-release'
import { isCritical, isFinal, type ResultStatus, SETTLED_STATUSES } from '@shop/domain/results'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { ownerOf, type Sealing } from '../encryption/sealing.ts'
import { isPart, isRow, type OwnedKey } from '../owned.ts'
import { findNamed } from './find-named.ts'
import type { ReportableLine } from './open-test-results.ts'
import { replaceValues } from './replace-values.ts'
import type { ReportedAnalysis } from './reported.ts'
import { openObservations } from './sealed-results.ts'
import {
  analysisResults,
  type ObservationRow,
  observations,
  receivedReports,
  type StoredAnalysisResult,
} from './tables.ts'

/** Why a well-formed report is not accepted. */
export type ReportConflict =
  | 'otherRequest'
  | 'otherIdentifier'
  | 'olderThanStored'
  | 'finalAlready'
  | 'unknownObservation'

export type StoredReport =
  | {
      outcome: 'stored' | 'unchanged'
      ids: ReadonlyMap<string, string>
      isReadable: boolean
      isWithdrawn: boolean
      /** How many deletions name neither a component of the analysis nor a stored value: they change nothing. */
      unknownDeletions: number
    }
  | { outcome: 'refused'; conflict: ReportConflict }

const SETTLED: ReadonlySet<ResultStatus | null> = new Set(SETTLED_STATUSES)

interface Input {
  line: ReportableLine
  report: ReportedAnalysis
  /** The analysis result that the report's identifier belongs to. */
  claimedBy: string | undefined
  release: ReleasePolicy
  now: Date
}

/**
 * Stores a report while the line's order is locked. The same content under the same identifier changes nothing,
 * whatever has arrived since. `ids` are those of the current values, by measure. `isReadable`: there is something
 * final, with a value, that the reader has not seen and may see. `isWithdrawn`: what was final no longer has a value.
 */
export async function storeReport(
  sealing: Sealing,
  queries: Queries,
  { line, report, claimedBy, release, now }: Input,
): Promise<StoredReport> {
  const { ownerId } = line.result
  const [contentHash] = sealing.digests('receivedReport', report.contentHash)
  const known = new Set(
    [report.contentHash, ...report.formerHashes].flatMap((hash) => sealing.digests('receivedReport', hash)),
  )
  if (claimedBy !== report.analysisResultId) return { outcome: 'refused', conflict: 'otherRequest' }
  const received = await queries
    .select()
    .from(receivedReports)
    .where(eq(receivedReports.identifier, report.identifier))
    .orderBy(asc(receivedReports.receivedAt))
  const current = await currentValues(sealing, queries, line.result)
  if (received.some((row) => known.has(row.contentHash))) {
    const ids = idsByMeasure(current)
    return { outcome: 'unchanged', ids, isReadable: false, isWithdrawn: false, unknownDeletions: 0 }
  }
  const conflict =
    (await findConflict(queries, { line, report, received })) ??
    (keptAreValid(report, current) ? null : 'unknownObservation')
  if (conflict) return { outcome: 'refused', conflict }
  await queries.insert(receivedReports).values({
    identifier: report.identifier,
    contentHash,
    analysisResultId: report.analysisResultId,
    ownerId,
    status: report.laboratoryStatus,
    issuedAt: report.issuedAt,
    receivedAt: now,
    sealedContent: await sealing.seal(
      queries,
      'result',
      ownerOf([report.identifier, contentHash]),
      JSON.stringify(report.content),
    ),
  })
  const values = await replaceValues(sealing, queries, {
    report,
    patientId: line.line.patientId,
    ownerId,
    current,
    now,
  })
  const status = readerStatus(line.result.status, report.status)
  const counts = countValues(values)
  const before = new Set(current.map(({ id }) => id))
  const fresh = values.filter(({ id }) => !before.has(id))
  const hasNewCritical = fresh.some(({ interpretation }) => isCritical(interpretation))
  const isHeld = waitsForRelease(release, {
    before: line.result.status,
    after: status,
    isHeld: line.result.heldSince !== null,
    hasNewCritical,
    hasNewValues: fresh.length > 0,
  })
  const heldSince = isHeld ? (line.result.heldSince ?? now) : null
  if (isHeld && fresh.length > 0) {
    const ids = fresh.map(({ id }) => id)
    await queries
      .update(observations)
      .set({ isWithheld: true })
      .where(and(inArray(observations.id, ids), eq(observations.ownerId, ownerId)))
  }
  const changedAt = changedAfter(line.result, now)
  const wasFinal = isFinal(line.result.status) && line.result.valueCount > 0
  await queries
    .update(analysisResults)
    .set({
      ...counts,
      ...(hasNewCritical ? { criticalSince: changedAt } : {}),
      heldSince,
      status,
      startedAt: line.result.startedAt ?? now,
      sealedComment:
        report.comment === null
          ? null
          : await sealing.seal(queries, 'result', ownerOf([report.analysisResultId]), report.comment),
      clearComment: null,
      sampledAt: report.sampledAt ?? line.result.collectedAt ?? line.result.sampledAt,
      reportedAt: report.issuedAt ?? (report.status === null ? null : now),
      ...(report.status === null ? {} : { changedAt }),
    })
    .where(isRow(analysisResults, line.result))
  line.result.status = status
  line.result.heldSince = heldSince
  return {
    outcome: 'stored',
    ids: idsByMeasure(values),
    isReadable: !isHeld && isFinal(status) && counts.valueCount > 0,
    isWithdrawn: !isHeld && wasFinal && SETTLED.has(status) && counts.valueCount === 0,
    unknownDeletions: report.deletions.filter(
      (named) => named.measure === null && findNamed(named, report, current).length === 0,
    ).length,
  }
}

/**
 * When a result changes: later than its last report, whatever the machines' clocks say and however long a report has
 * waited for its order, since only what changed later is unread and untold.
 */
export const changedAfter = (
  { status, changedAt }: Pick<StoredAnalysisResult, 'status' | 'changedAt'>,
  now: Date,
): Date => new Date(Math.max(now.getTime(), changedAt.getTime() + (status === null ? 0 : 1)))

type ReceivedRow = typeof receivedReports.$inferSelect

async function findConflict(
  queries: Queries,
  { line, report, received }: { line: ReportableLine; report: ReportedAnalysis; received: ReceivedRow[] },
): Promise<ReportConflict | null> {
  if (received.some(({ analysisResultId }) => analysisResultId !== report.analysisResultId)) {
    return 'otherRequest'
  }
  if (received.length === 0) {
    const [other] = await queries
      .select({ identifier: receivedReports.identifier })
      .from(receivedReports)
      .where(isPart(receivedReports, 'analysisResultId', line.result))
      .limit(1)
    if (other) return 'otherIdentifier'
  }
  const latest = Math.max(...received.map(({ issuedAt }) => issuedAt?.getTime() ?? 0))
  if (report.issuedAt && report.issuedAt.getTime() < latest) return 'olderThanStored'
  return SETTLED.has(line.result.status) && !SETTLED.has(report.status) ? 'finalAlready' : null
}

function keptAreValid({ keptIds }: ReportedAnalysis, current: readonly ObservationRow[]): boolean {
  return keptIds === 'all' || keptIds.every((id) => current.some((value) => value.id === id))
}

/** A final report that is reported as final again with different content has been corrected. */
function readerStatus(before: ResultStatus | null, after: ResultStatus | null): ResultStatus | null {
  return isFinal(before) && after === 'final' ? 'corrected' : after
}

async function currentValues(
  sealing: Sealing,
  queries: Queries,
  result: OwnedKey,
): Promise<ObservationRow[]> {
  const rows = await queries
    .select()
    .from(observations)
    .where(and(isPart(observations, 'analysisResultId', result), isNull(observations.supersededAt)))
    .orderBy(asc(observations.position))
  return openObservations(sealing, queries, rows)
}

/** The counts of the current values, as the head of their report stores them. */
export function countValues(values: readonly ObservationRow[]) {
  const judged = values.flatMap(({ interpretation }) => interpretation ?? [])
  return {
    valueCount: values.filter(({ number, words }) => number !== null || words !== null).length,
    outsideCount: judged.filter((word) => word !== 'normal').length,
    judgedCount: judged.length,
    hasCritical: judged.some(isCritical),
  }
}

function idsByMeasure(values: readonly ObservationRow[]): ReadonlyMap<string, string> {
  return new Map(values.map(({ measure, id }) => [measure, id]))
}
