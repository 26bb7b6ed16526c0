import { randomUUIDv7 } from 'node:crypto'
import type { Queries } from '@shop/database/open-database'
import { isFinal } from '@shop/domain/results'
import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Sealing } from '../encryption/sealing.ts'
import { findNamed } from './find-named.ts'
import type { ReportedAnalysis, ReportedValue } from './reported.ts'
import { sealObservation } from './sealed-results.ts'
import { type ObservationRow, observations } from './tables.ts'

/** What a reader would notice; the same value confirmed is not a correction. */
const STATED = [
  'number',
  'comparator',
  'unit',
  'words',
  'absentReason',
  'low',
  'high',
  'interpretation',
  'method',
  'comment',
] as const satisfies readonly (keyof ReportedValue)[]

const isSame = (before: ObservationRow, value: ReportedValue): boolean =>
  STATED.every((key) => before[key] === value[key]) &&
  // Earlier releases stored none.
  Boolean(before.includesLimit) === Boolean(value.includesLimit)

/**
 * Updates the values of a report to what it says now and returns them. An equal value stays, with its new status; a
 * different one is superseded, and so is one that the report no longer contains.
 */
export async function replaceValues(
  sealing: Sealing,
  queries: Queries,
  input: {
    report: ReportedAnalysis
    patientId: string
    ownerId: string
    current: ObservationRow[]
    now: Date
  },
): Promise<ObservationRow[]> {
  const { report, ownerId, current, now } = input
  const are = (ids: string[]) => and(inArray(observations.id, ids), eq(observations.ownerId, ownerId))
  const { keptIds, deletions } = report
  const named = [...report.values.map((value) => value.named), ...deletions]
  const changed = new Set(named.flatMap((one) => findNamed(one, report, current)))
  const kept = current.filter((row) => (keptIds === 'all' || keptIds.includes(row.id)) && !changed.has(row))
  const confirmed: ObservationRow[] = []
  const fresh: ObservationRow[] = []
  for (const value of report.values) {
    const [before] = findNamed(value.named, report, current)
    if (before && isSame(before, value)) {
      const { status, position, sampledAt } = value
      confirmed.push({ ...before, status, position, sampledAt })
    } else fresh.push(toRow({ ...input, value, before }))
  }
  const held = new Set([...kept, ...confirmed].map(({ id }) => id))
  const superseded = current.filter(({ id }) => !held.has(id)).map(({ id }) => id)
  if (superseded.length > 0) {
    await queries.update(observations).set({ supersededAt: now }).where(are(superseded))
  }
  await confirmAll(queries, { confirmed, current, are })
  if (fresh.length > 0) {
    const sealed = await Promise.all(fresh.map((row) => sealObservation(sealing, queries, row)))
    await queries.insert(observations).values(sealed)
  }
  return [...kept, ...confirmed, ...fresh].sort((one, other) => one.position - other.position)
}

/** One statement per status, and one per value whose position or sampling time has changed, which is rare. */
async function confirmAll(
  queries: Queries,
  {
    confirmed,
    current,
    are,
  }: {
    confirmed: readonly ObservationRow[]
    current: readonly ObservationRow[]
    are: (ids: string[]) => SQL | undefined
  },
): Promise<void> {
  const before = new Map(current.map((value) => [value.id, value]))
  const changed = confirmed.filter(({ id, status }) => before.get(id)!.status !== status)
  for (const [status, values] of Map.groupBy(changed, (value) => value.status)) {
    const ids = values.map(({ id }) => id)
    await queries.update(observations).set({ status }).where(are(ids))
  }
  for (const { id, position, sampledAt } of confirmed) {
    const was = before.get(id)!
    if (was.position === position && was.sampledAt.getTime() === sampledAt.getTime()) continue
    await queries
      .update(observations)
      .set({ position, sampledAt })
      .where(are([id]))
  }
}

function toRow({
  value: { named: _, ...value },
  before,
  report,
  patientId,
  ownerId,
  now,
}: {
  value: ReportedValue
  before: ObservationRow | undefined
  report: ReportedAnalysis
  patientId: string
  ownerId: string
  now: Date
}): ObservationRow {
  return {
    ...value,
    id: randomUUIDv7(),
    analysisResultId: report.analysisResultId,
    patientId,
    ownerId,
    status: isFinal(before?.status) && value.status === 'final' ? 'corrected' : value.status,
    reportedAt: report.issuedAt ?? now,
    supersededAt: null,
    isWithheld: false,
  }
}
