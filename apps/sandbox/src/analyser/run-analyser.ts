import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { type AnalyserWork, analyserWork } from '../tables.ts'
import { type Analyser, AnalyserFailure } from './analyser.ts'
import type { ReportStage } from './describe-observation.ts'
import { describeReports, type Report } from './describe-reports.ts'
import { callFhir } from './fhir-client.ts'
import type { Instrument } from './hl7/instrument.ts'
import { readRequests } from './read-requests.ts'
import { takeInWork } from './take-in-work.ts'

export interface RunnableAnalyser extends Analyser {
  /** If set, HL7 v2 is used instead of FHIR. */
  instrument?: Instrument
}

export interface RunAnswer {
  /** How many reports the laboratory's interface accepted. */
  reported: number
  /** Refused orders with the reason; they are retried at the next run. */
  refused: { orderNumber: string; reason: string }[]
}

/**
 * Takes the active requests, or those of one order if `orderNumber` is given, and reports each one a step
 * further. If the process dies after sending a report and before recording it, the same report is sent again.
 * Throws `AnalyserFailure` when the requests cannot be read.
 */
export async function runAnalyser(
  analyser: RunnableAnalyser,
  { orderNumber }: { orderNumber?: string | undefined },
): Promise<RunAnswer> {
  const active = await takeActive(analyser, { orderNumber })
  const due = await findDue(analyser, { active, orderNumber })
  const answer: RunAnswer = { reported: 0, refused: [] }
  for (const [number, work] of Map.groupBy(due, (each) => each.orderNumber)) {
    const claimed = await claim(analyser, work)
    if (claimed.length === 0) continue
    const reports = claimed.map((each) => ({ work: each, stage: nextStage(each) }))
    const reason = await reportOrder(analyser, reports)
    if (reason) answer.refused.push({ orderNumber: number, reason })
    else answer.reported += reports.length
  }
  return answer
}

/**
 * Takes in new requests and returns the ids of the active ones; null with HL7 v2, where every order received
 * counts.
 */
async function takeActive(
  analyser: RunnableAnalyser,
  { orderNumber }: { orderNumber: string | undefined },
): Promise<string[] | null> {
  if (analyser.instrument) return null
  const requests = await readRequests(analyser, { orderNumber })
  await takeInWork(analyser, { requests })
  return requests.map(({ serviceRequestId }) => serviceRequestId)
}

/** A correction is sent after the shop has closed the request, so it is not looked for among the active ones. */
async function findDue(
  { database }: Analyser,
  { active, orderNumber }: { active: string[] | null; orderNumber: string | undefined },
): Promise<AnalyserWork[]> {
  const via = sql`${analyserWork.request} ->> 'via'`
  const isUnfinished = and(
    inArray(analyserWork.stage, ['waiting', 'preliminary']),
    active ? inArray(analyserWork.serviceRequestId, active) : undefined,
  )
  const isToCorrect = and(eq(analyserWork.stage, 'final'), eq(analyserWork.plan, 'correctedLater'))
  return database.queries
    .select()
    .from(analyserWork)
    .where(
      and(
        orderNumber ? eq(analyserWork.orderNumber, orderNumber) : undefined,
        active ? isNull(via) : eq(via, 'hl7'),
        active?.length === 0 ? isToCorrect : or(isUnfinished, isToCorrect),
      ),
    )
    .orderBy(analyserWork.orderNumber, analyserWork.seed)
}

/**
 * Claims the work unless another run has taken it further in the meantime. A report sent again after a crash
 * keeps the time of its first sending, because it is the same report.
 */
async function claim({ database, now }: Analyser, work: AnalyserWork[]): Promise<Report['work'][]> {
  const issuedAt = now()
  const isAsRead = work.map(({ serviceRequestId, stage }) =>
    and(eq(analyserWork.serviceRequestId, serviceRequestId), eq(analyserWork.stage, stage)),
  )
  const claimed = await database.queries
    .update(analyserWork)
    .set({ issuedAt: sql`coalesce(${analyserWork.issuedAt}, ${issuedAt.toISOString()})` })
    .where(or(...isAsRead))
    .returning()
  return claimed.map((each) => ({ ...each, issuedAt: each.issuedAt ?? issuedAt }))
}

function nextStage({ stage, plan }: AnalyserWork): ReportStage {
  if (stage === 'final') return 'corrected'
  return stage === 'waiting' && plan === 'preliminaryFirst' ? 'preliminary' : 'final'
}

/** Returns the reason if the order's reports were refused. */
async function reportOrder(analyser: RunnableAnalyser, reports: Report[]): Promise<string | undefined> {
  try {
    await (analyser.instrument?.report(reports) ?? callFhir(analyser, '', describeReports(reports)))
  } catch (error) {
    if (!(error instanceof AnalyserFailure)) throw error
    if (error.isRefusal) await giveUpCorrections(analyser, reports)
    return error.message
  }
  for (const { work, stage } of reports)
    await analyser.database.queries
      .update(analyserWork)
      .set({ stage, changedAt: analyser.now(), issuedAt: null })
      .where(
        and(eq(analyserWork.serviceRequestId, work.serviceRequestId), eq(analyserWork.stage, work.stage)),
      )
  return undefined
}

/** No one waits for a correction, and the shop may have closed the order for good. */
async function giveUpCorrections({ database }: Analyser, reports: Report[]): Promise<void> {
  const corrections = reports.filter(({ stage }) => stage === 'corrected')
  const ids = corrections.map(({ work }) => work.serviceRequestId)
  if (ids.length === 0) return
  await database.queries
    .update(analyserWork)
    .set({ plan: 'final', issuedAt: null })
    .where(inArray(analyserWork.serviceRequestId, ids))
}
