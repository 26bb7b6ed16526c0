import type { WireGender } from '@shop/contract/fields'
import type { AnalysisResult, Trend } from '@shop/contract/results'
import { isChild } from '@shop/domain/age'
import { type Age, ageOf } from '@shop/domain/age-in-words'
import type { ResultStatus } from '@shop/domain/results'
import { formatDayOf, formatNumber, formatSampling, type Reader } from '@shop/texts/formats.server'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import type { MarkShape } from '../ui/mark.tsx'
import { awaitedWords } from './awaited-words.server.ts'
import { type TrendView, trendView } from './trend-view.server.ts'
import { type EarlierView, type ValueView, valueViews } from './value-view.server.ts'

/** Fewer values get no picture. */
const SWARM_FROM = 4

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
    swarm: values.length < SWARM_FROM ? null : swarmView(values),
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

interface SwarmDot {
  x: number
  y: number
  shape: MarkShape
}

/** All values of a report on one range, each at its position in its own range. */
export interface SwarmView {
  dots: SwarmDot[]
  /** Height of the drawing, which is 280 wide; the range spans 70 to 210. */
  height: number
}

/** Columns of the drawing, 10 wide: a quarter below the range, half in it, a quarter above. */
const COLUMNS = 28
const STEP = 10
const ZONES = { below: [0, 6], within: [7, 20], above: [21, 27] } as const
/** The cost of one more dot in a column; moving one column aside costs 1. It keeps heaps flat and narrow. */
const CROWD = 1.4
const AIR = 15

/** Places the values so that none covers another; null if none of them is judged. */
export function swarmView(values: readonly ValueView[]): SwarmView | null {
  const judged = values
    .filter(({ word }) => word !== null)
    .toSorted((one, other) => positionOf(one) - positionOf(other))
  if (judged.length === 0) return null
  const heaps = Array<number>(COLUMNS).fill(0)
  const placed = judged.map((value) => {
    const column = freestColumn(value, heaps)
    const level = heaps[column]!
    heaps[column] = level + 1
    // From the middle outwards: 0, +1, -1, +2, -2.
    const row = Math.ceil(level / 2) * (level % 2 === 0 ? -1 : 1)
    return { x: column * STEP + STEP / 2, row, shape: value.shape }
  })
  const rows = Math.max(...placed.map(({ row }) => Math.abs(row)))
  const height = 2 * rows * STEP + STEP + 2 * AIR
  return { dots: placed.map(({ x, row, shape }) => ({ x, y: height / 2 + row * STEP, shape })), height }
}

/** 0 to 100. A result in words has no position: it is placed in the middle of the zone it was judged to be in. */
function positionOf({ position, isOutside }: ValueView): number {
  return position ?? (isOutside ? 87 : 50)
}

function freestColumn(value: ValueView, heaps: readonly number[]): number {
  const place = positionOf(value)
  const [first, last] = ZONES[value.isOutside ? (place < 50 ? 'below' : 'above') : 'within']
  const wanted = Math.min(last, Math.max(first, Math.floor((place / 100) * COLUMNS)))
  const columns = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const cost = (column: number) => Math.abs(column - wanted) + CROWD * heaps[column]!
  return columns.reduce((best, column) => (cost(column) < cost(best) ? column : best))
}
