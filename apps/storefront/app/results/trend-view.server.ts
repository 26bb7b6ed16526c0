import type { Trend } from '@shop/contract/results'
import { todayIn } from '@shop/domain/age'
import { interpretationOf, resultMark } from '@shop/domain/results'
import { formatDayOf, formatDecimal, formatNumber, type Reader } from '@shop/texts/formats.server'
import { scaleLinear, scaleTime } from 'd3-scale'
import { area, curveStepAfter, line } from 'd3-shape'
import type { MarkShape } from '../ui/mark.tsx'

export interface TrendPointView {
  /** Percent from the left and from the top. */
  x: number
  y: number
  value: string
  shape: MarkShape
  /** Two lines, "16 Nov" and "2026"; null where it would collide with another date. */
  date: readonly [string, string] | null
  isLabelled: boolean
}

/** A value over time, drawn on a square of 100 by 100 that is stretched to fit. */
export interface TrendView {
  id: string
  name: string
  unit: string | null
  sinceYear: string
  points: TrendPointView[]
  /** Path of the line through the points. */
  path: string
  /** Path of the reference range; null without one. */
  band: string | null
  /** Limits of the newest range at the edge. */
  ticks: { y: number; text: string }[]
  /** All points in words: "128 (12 March 2025)". */
  inWords: string
  direction: 'rose' | 'fell' | 'same'
  first: string
  last: string
}

const EDGE = 7
/** Percent of the width that a date and a number need on a narrow screen. */
const DATE_ROOM = 24
const NUMBER_ROOM = 13

/** `ownAt` is the time of the value in the report being read: its point is always labelled, even in a crowd. */
export function trendView(trend: Trend, ownAt: string, place: Reader): TrendView {
  const { points, decimals } = trend
  const { locale } = place
  const times = points.map(({ at }) => new Date(at))
  const x = scaleTime()
    .domain([times[0]!, times.at(-1)!])
    .range([EDGE, 100 - EDGE])
  const y = verticalScale(trend)
  const xs = times.map((time) => (points.length > 1 ? x(time) : 50))
  const own = points.findIndex(({ at }) => at === ownAt)
  const dated = spread(xs, own, DATE_ROOM)
  const numbered = spread(xs, own, NUMBER_ROOM)
  const number = (value: number) => formatNumber(value, decimals, locale)
  const values = points.map(({ value }) => value)
  return {
    id: trend.observationId,
    name: trend.observationName,
    unit: trend.unit,
    sinceYear: points[0]!.at.slice(0, 4),
    points: points.map((point, index) => ({
      x: round(xs[index]!),
      y: round(y(point.value)),
      value: number(point.value),
      shape: resultMark(interpretationOf(point)),
      date: dated.has(index) ? twoLines(point.at, place) : null,
      isLabelled: numbered.has(index),
    })),
    path: line<number>(
      (_, index) => round(xs[index]!),
      (value) => round(y(value)),
    )(values)!,
    band: bandOf(trend, xs, y),
    ticks: ticksOf(trend, y, locale),
    inWords: points.map(({ at, value }) => `${number(value)} (${formatDayOf(at, place, 'date')})`).join(', '),
    direction: directionOf(values),
    first: number(values[0]!),
    last: number(values.at(-1)!),
  }
}

type Scale = (value: number) => number

/** From slightly below the lowest value or limit to slightly above the highest. */
function verticalScale({ points }: Trend): Scale {
  const all = points.flatMap(({ value, low, high }) => [value, low ?? value, high ?? value])
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const room = (most - least || Math.abs(most) || 1) * 0.2
  // The scale only goes below zero if a value or limit does.
  const bottom = least >= 0 ? Math.max(0, least - room) : least - room
  return scaleLinear()
    .domain([bottom, most + room])
    .range([100, 0])
}

/** In steps, since limits change with age and method; a missing limit leaves its side open. */
function bandOf({ points }: Trend, xs: readonly number[], y: Scale): string | null {
  if (!points.every(({ low, high }) => low !== undefined || high !== undefined)) return null
  const steps = [...points, points.at(-1)!]
  const edges = [0, ...xs.slice(1), 100]
  return area<(typeof steps)[number]>()
    .x((_, index) => round(edges[index]!))
    .y0(({ low }) => (low === undefined ? 100 : round(y(low))))
    .y1(({ high }) => (high === undefined ? 0 : round(y(high))))
    .curve(curveStepAfter)(steps)
}

function ticksOf({ points }: Trend, y: Scale, locale: string): TrendView['ticks'] {
  const { low, high } = points.at(-1)!
  return [low, high].flatMap((limit) =>
    limit === undefined ? [] : [{ y: round(y(limit)), text: formatDecimal(limit, locale) }],
  )
}

/** Indexes that are at least `room` apart, chosen from `first` and then from the newest back. */
function spread(xs: readonly number[], first: number, room: number): ReadonlySet<number> {
  const kept = new Set<number>()
  const order = [first, ...xs.keys().toArray().reverse()].filter((index) => index >= 0)
  for (const index of order) {
    const isFree = [...kept].every((other) => Math.abs(xs[other]! - xs[index]!) >= room)
    if (isFree) kept.add(index)
  }
  return kept
}

function twoLines(at: string, place: Reader): readonly [string, string] {
  const year = todayIn(place.businessTimeZone, new Date(at)).slice(0, 4)
  return [formatDayOf(at, place, 'monthDay'), year]
}

function directionOf(values: readonly number[]): TrendView['direction'] {
  const [first, last] = [values[0]!, values.at(-1)!]
  if (first === last) return 'same'
  return last > first ? 'rose' : 'fell'
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
