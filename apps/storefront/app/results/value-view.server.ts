import type { AnalysisReport, OBSERVATION_GROUPS, Observation } from '@shop/contract/results'
import { type RangeSide, rangeBar } from '@shop/domain/reference-range'
import { interpretationOf, type KnownInterpretation, resultMark } from '@shop/domain/results'
import { formatDayOf, formatNumber } from '@shop/texts/formats.server'
import { rangeLimits, rangeText } from '@shop/texts/range-text.server'
import { valueText, withUnit } from '@shop/texts/value-text.server'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { textsIn } from '../platform/texts/page-texts.server.ts'
import type { MarkShape } from '../ui/mark.tsx'

/** The previous value, where unit and method are the same. */
export interface EarlierView {
  value: string
  /** "14 April 2026" */
  on: string
  direction: 'lower' | 'higher' | 'same'
}

export interface ReplacedView {
  text: string
  /** "16 November 2026" */
  on: string
}

/** A value as the pages show it: number, unit, range, position in it, a word, a shape. */
export interface ValueView {
  id: string
  name: string
  group: (typeof OBSERVATION_GROUPS)[number] | null
  /** `116`, `< 0.5`, `not detected`, or why there is no value. */
  text: string
  unit: string | null
  /** Of a number. */
  decimals: number | null
  isText: boolean
  /** The line only says why there is no value; the release before does not tell. */
  isAbsent?: boolean
  /** With `shape`, since an open page of the release before knows these words only. */
  word: KnownInterpretation | null
  shape: MarkShape
  /** 0 to 100 on the bar; null without a bar. */
  position: number | null
  open: RangeSide | null
  /** Its words, and the limits for the ends of the bar. */
  range: ({ low?: string; high?: string } & { /** The release before does not tell. */ text?: string }) | null
  isOutside: boolean
  /** How far outside the range: `4 g/L`; for percentages a bare number of percentage points. */
  distance: { text: string; side: RangeSide; isPoints: boolean } | null
  method: string | null
  comment: string | null
  /** Only where it differs from the status of the whole report. */
  status: 'preliminary' | 'cancelled' | null
  replaced: ReplacedView[]
  earlier: EarlierView | null
}

type Place = Pick<Shop, 'locale' | 'env' | 'businessTimeZone'>

export function valueViews(
  report: AnalysisReport,
  place: Place,
  earlier: Readonly<Record<string, EarlierView>> = {},
): ValueView[] {
  return report.observations.map((observation) => ({
    ...valueView(observation, place),
    status: ownStatus(observation, report),
    earlier: earlier[observation.id] ?? null,
  }))
}

/** A value apart from its report, which is said elsewhere on the page. */
export function onlyValueView(observation: Observation, place: Place): ValueView {
  return { ...valueView(observation, place), status: null, earlier: null }
}

function ownStatus({ status }: Observation, report: AnalysisReport): ValueView['status'] {
  if (status === report.status) return null
  return status === 'preliminary' || status === 'cancelled' ? status : null
}

function valueView(observation: Observation, place: Place): Omit<ValueView, 'status' | 'earlier'> {
  const { locale } = place
  const { id, name, group, value, interpretation, method, comment } = observation
  const bar = value?.kind === 'numeric' ? rangeBar(value.value, observation.referenceRange) : null
  const isOutside = interpretation !== null && interpretation !== 'normal'
  return {
    id,
    name,
    group,
    text: valueText(observation, locale),
    unit: value?.kind === 'numeric' ? value.unit : null,
    decimals: value?.kind === 'numeric' ? value.decimals : null,
    isText: value?.kind !== 'numeric',
    isAbsent: value === null && interpretation === null,
    word: interpretation,
    shape: resultMark(interpretationOf(observation)),
    position: bar?.position ?? null,
    open: bar?.open ?? null,
    range: rangeView(observation, place),
    isOutside,
    distance: isOutside ? distanceOf(observation, locale) : null,
    method,
    comment,
    replaced: observation.replaced.map(({ text, replacedAt }) => ({
      text,
      on: formatDayOf(replacedAt, place, 'date'),
    })),
  }
}

function rangeView({ referenceRange }: Observation, { locale, env }: Place): ValueView['range'] {
  const text = referenceRange && rangeText(referenceRange, textsIn(locale, env.partner), locale)
  return text ? { text, ...rangeLimits(referenceRange, locale) } : null
}

/** Null for a value beyond the measuring limits: its distance is unknown. */
function distanceOf({ value, referenceRange }: Observation, locale: string): ValueView['distance'] {
  if (value?.kind !== 'numeric' || value.comparator || !referenceRange) return null
  const { low, high } = referenceRange
  const side = low !== undefined && value.value < low ? 'below' : 'above'
  const limit = side === 'below' ? low : high
  if (limit === undefined) return null
  const distance = Math.abs(value.value - limit)
  // The limit may have more decimals than the value. A distance that rounds to zero is left out.
  const decimals = Math.max(value.decimals, decimalsOf(limit))
  if (Number(distance.toFixed(decimals)) === 0) return null
  const number = formatNumber(distance, decimals, locale)
  if (value.unit === '%') return { text: number, side, isPoints: true }
  return { text: withUnit(number, value.unit), side, isPoints: false }
}

function decimalsOf(limit: number): number {
  return String(limit).split('.')[1]?.length ?? 0
}
