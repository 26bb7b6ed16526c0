import { analyserWork } from '../tables.ts'
import type { Analyser } from './analyser.ts'
import { readCatalogue } from './catalogue.ts'
import { canBeCorrected } from './draw-for-stage.ts'
import { pick, seededRandom } from './random.ts'
import type { AnalyserRequest } from './read-requests.ts'

type NewWork = typeof analyserWork.$inferInsert

/** Stores new requests with a plan for each. Known ones keep theirs. */
export async function takeInWork(
  { database, now }: Analyser,
  { requests }: { requests: AnalyserRequest[] },
): Promise<void> {
  const orders = Map.groupBy(
    requests.filter((request) => shopCode(request)),
    ({ orderNumber }) => orderNumber,
  )
  const rows = [...orders].flatMap(([orderNumber, lines]) => planOrder({ orderNumber, lines, now: now() }))
  if (rows.length === 0) return
  await database.queries.insert(analyserWork).values(rows).onConflictDoNothing()
}

/**
 * Most analyses are final immediately. In an order of three or more, one is preliminary first; in one of four
 * or more, another may be corrected at a later run. The order's number decides, so that tests can predict it.
 */
function planOrder({
  orderNumber,
  lines,
  now,
}: {
  orderNumber: string
  lines: AnalyserRequest[]
  now: Date
}): NewWork[] {
  const patients = [...new Set(lines.map(({ patient }) => patient))].sort()
  const random = seededRandom(orderNumber)
  const rows = lines
    .map((request) => ({
      request,
      seed: `${orderNumber}/${patients.indexOf(request.patient)}/${shopCode(request)}`,
    }))
    .sort((one, other) => (one.seed < other.seed ? -1 : 1))
  const preliminary = rows.length >= 3 ? pick(random, rows) : undefined
  const correctable = rows.filter(
    (row) => row !== preliminary && canBeCorrected(readCatalogue().get(shopCode(row.request)!)!),
  )
  const corrected = rows.length >= 4 && correctable.length ? pick(random, correctable) : undefined
  return rows.map((row) => ({
    ...row,
    serviceRequestId: row.request.serviceRequestId,
    orderNumber,
    plan: row === preliminary ? 'preliminaryFirst' : row === corrected ? 'correctedLater' : 'final',
    stage: 'waiting',
    sampledAt: sampledAt(row.request, now),
    changedAt: now,
  }))
}

/** The shop's code of the analysis; undefined if the instrument does not know it. */
export function shopCode({ codings }: AnalyserRequest): string | undefined {
  return codings.map(({ code }) => code).find((code) => readCatalogue().has(code))
}

/** The time of the visit; the sandbox does not wait for it, but no sample is taken in the future. */
function sampledAt({ visitAt }: AnalyserRequest, now: Date): Date {
  const visit = visitAt ? new Date(visitAt) : now
  return visit < now ? visit : now
}
