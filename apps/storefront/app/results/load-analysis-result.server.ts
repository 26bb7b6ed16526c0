import type { WireGender } from '@shop/contract/fields'
import type { AnalysisResult, Trend } from '@shop/contract/results'
import { isChild } from '@shop/domain/age'
import { type Age, ageOf } from '@shop/domain/age-in-words'
import type { ResultStatus } from '@shop/domain/results'
import { formatDayOf, formatNumber, formatSampling, type Reader } from '@shop/texts/formats.server'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { awaitedWords } from './awaited-words.server.ts'
import { type RepeatView, repeatView } from './repeat.server.ts'
import { type TrendView, trendView } from './trend-view.server.ts'
import { type SwarmView, swarmView } from './value-swarm.server.ts'
import { type EarlierView, type ValueView, valueViews } from './value-view.server.ts'

export interface AnalysisResultView {
  testResultId: string
  patientId: string
  analysisId: number
  name: string
  status: ResultStatus | null
  patientName: string
  age: Age
  gender: WireGender
  isChild: boolean
  orderNumber: string
  sampled: string
  reported: string | null
  /** What it waits for, else "Expected on Tuesday 17 November"; null if neither is known. */
  awaits: string | null
  specimen: string | null
  comment: string | null
  description: string | null
  hasCritical: boolean
  values: ValueView[]
  /** The values of a long report by part of the body; empty where there is only one part. */
  systems: BodySystem[]
  /** All values on one range; null for a report so short that each value is shown large. */
  swarm: SwarmView | null
  withdrawn: { name: string; text: string; on: string }[]
  trends: TrendView[]
  others: { path: string; day: string; outsideCount: number; hasCritical: boolean }[]
  /** Absent where the tests cannot be planned again; the release before does not send it. */
  repeat?: RepeatView | undefined
}

/** Values about one thing: the red cells that carry oxygen, the white cells that defend the body. */
export interface BodySystem {
  group: NonNullable<ValueView['group']>
  values: ValueView[]
}

interface Ids {
  testResultId?: string | undefined
  patientId?: string | undefined
  analysisResultId?: string | undefined
}

/** One analysis result; the main API records that it was read. */
export async function loadAnalysisResult(shop: Shop, ids: Ids): Promise<AnalysisResultView> {
  const { testResultId, patientId, analysisResultId } = ids
  const result = await shop.api.analysisResult(testResultId!, patientId!, analysisResultId!)
  return toView(result, shop)
}

function toView(result: AnalysisResult, shop: Shop): AnalysisResultView {
  const { testResult, patient, sampledAt, reportedAt } = result
  const values = valueViews(result, shop, earlierOf(result, shop))
  const outside = new Set(values.filter(({ isOutside }) => isOutside).map(({ id }) => id))
  // Values outside their range first.
  const trends = result.trends.toSorted(
    (one, other) => Number(outside.has(other.observationId)) - Number(outside.has(one.observationId)),
  )
  return {
    testResultId: testResult.id,
    patientId: patient.id,
    analysisId: result.analysisId,
    name: result.name,
    status: result.status,
    patientName: `${patient.firstName} ${patient.lastName}`,
    age: ageOf(patient.dateOfBirth, sampledAt.slice(0, 10)),
    gender: patient.gender,
    isChild: isChild(patient.dateOfBirth, sampledAt.slice(0, 10)),
    orderNumber: testResult.orderNumber,
    sampled: formatSampling(sampledAt, shop, 'date'),
    reported: reportedAt && formatDayOf(reportedAt, shop, 'date'),
    awaits: awaitedWords(result, shop),
    specimen: result.specimen,
    comment: result.comment,
    description: result.description,
    hasCritical: result.hasCritical,
    values,
    systems: systemsOf(values),
    swarm: swarmView(values),
    withdrawn: result.withdrawn.map(({ name, text, replacedAt }) => ({
      name,
      text,
      on: formatDayOf(replacedAt, shop, 'date'),
    })),
    trends: trends.map((trend) => trendView(trend, ownTime(result, trend), shop)),
    others: result.others.map((other) => ({
      path: pathOf('testResultPatientAnalysisResult', {
        testResultId: other.testResultId,
        patientId: patient.id,
        analysisResultId: other.id,
      }),
      day: formatDayOf(other.sampledAt, shop, 'date'),
      outsideCount: other.outsideCount,
      hasCritical: other.hasCritical,
    })),
    repeat: repeatView(result, shop, { count: 1, analysisResultId: result.id }),
  }
}

/** In the order of their first value. */
function systemsOf(values: readonly ValueView[]): BodySystem[] {
  const groups = [...new Set(values.map(({ group }) => group))].filter((group) => group !== null)
  return groups.map((group) => ({ group, values: values.filter((value) => value.group === group) }))
}

/** By observation: the value before this one, where unit and method are the same. */
function earlierOf(result: AnalysisResult, place: Reader): Record<string, EarlierView> {
  const entries = result.trends.flatMap((trend) => {
    const time = Date.parse(ownTime(result, trend))
    const before = trend.points.findLast(({ at }) => Date.parse(at) < time)
    const now = trend.points.find(({ at }) => Date.parse(at) === time)
    if (!before || !now) return []
    return [[trend.observationId, toEarlier(trend, before, now.value, place)] as const]
  })
  return Object.fromEntries(entries)
}

/** A value may have a time of its own, as in a curve over some hours. */
function ownTime({ observations, sampledAt }: AnalysisResult, { observationId }: Trend): string {
  return observations.find(({ id }) => id === observationId)?.at ?? sampledAt
}

function toEarlier(
  { decimals }: Trend,
  before: Trend['points'][number],
  now: number,
  place: Reader,
): EarlierView {
  return {
    value: formatNumber(before.value, decimals, place.locale),
    on: formatDayOf(before.at, place, 'date'),
    direction: now === before.value ? 'same' : now < before.value ? 'lower' : 'higher',
  }
}
