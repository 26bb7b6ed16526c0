import type { Timeline } from '@shop/contract/results'
import { todayIn } from '@shop/domain/age'
import { daysBetween } from '@shop/domain/dates'
import { interpretationOf, isFinal, resultMark } from '@shop/domain/results'
import { columnOf, gapsOf, monthsBetween, type TimelineAxis, timelineAxis } from '@shop/domain/timeline'
import { formatAgo, formatDay } from '@shop/texts/formats.server'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { pageTexts } from '../platform/texts/page-texts.server.ts'
import type { MarkShape } from '../ui/mark.tsx'
import { reportPath } from './tests-of-report.server.ts'

/** Unjudged: there are values, but none of them was judged. */
type MarkTone = 'in' | 'out' | 'critical' | 'unjudged' | 'awaited'

/** The content of one column of the axis: a sample, several samples of that time, or nothing. */
export interface TimelineCell {
  mark: { path: string; label: string; tone: MarkTone; count: number } | null
  /** From here to the next mark, or to today; open: no later test, or at least 12 months until it. */
  line: { look: 'close' | 'open'; columns: number } | null
}

/** The newest finding of an analysis. */
export interface LastTimeView {
  path: string
  name: string
  /** A single value, or for several the sentence that their report opens with. */
  text: string
  word: { shape: MarkShape; text: string } | null
  isOutside: boolean
  when: string
}

export interface TimelinePersonView {
  id: string
  name: string
  /** "Last test 7 days ago" */
  last: string
  /** "20 months without a test: March 2024 to November 2025" */
  gaps: string[]
  cells: TimelineCell[]
  lasts: LastTimeView[]
}

export interface TimelineView {
  /** Labels of the axis: where a month or year begins, in columns from the left. */
  ticks: { column: number; text: string }[]
  columnCount: number
  people: TimelinePersonView[]
}

type Person = Timeline['people'][number]
type Sample = Person['samples'][number]

/** From this many months on, the line between two tests is open. */
const OPEN_FROM_MONTHS = 12

export async function loadTimeline(shop: Shop): Promise<TimelineView> {
  return timelineView(await shop.api.timeline(), shop)
}

export function timelineView({ people }: Timeline, shop: Shop): TimelineView {
  const today = todayIn(shop.businessTimeZone, shop.now())
  const dates = people.flatMap(({ samples }) => samples.map(dateOf))
  const axis = timelineAxis(dates, today)
  return {
    ticks: ticksOf(axis, shop.locale),
    columnCount: axis.starts.length,
    people: people.map((person) => personView(person, { axis, today, shop })),
  }
}

/** The instant is in the business time zone. */
const dateOf = ({ sampledAt }: Sample) => sampledAt.slice(0, 10)

/** Quarters are labelled with their year, at its start; otherwise every third column is labelled. */
function ticksOf({ unit, starts }: TimelineAxis, locale: string): TimelineView['ticks'] {
  return starts.flatMap((start, column) => {
    const isNamed = unit === 'quarter' ? start.slice(5, 7) === '01' : column % 3 === 0
    if (!isNamed) return []
    return [{ column, text: unit === 'month' ? formatDay(start, locale, 'monthShort') : start.slice(0, 4) }]
  })
}

interface Drawn {
  axis: TimelineAxis
  today: string
  shop: Shop
}

function personView(person: Person, drawn: Drawn): TimelinePersonView {
  const { today, shop } = drawn
  const { id, firstName, lastName, samples } = person
  const { t } = pageTexts(shop.locale, shop.env.partner).texts
  const month = (date: string) => formatDay(date, shop.locale, 'month')
  return {
    id,
    name: `${firstName} ${lastName}`,
    last: t('results.timeline.last', { when: ago(dateOf(samples[0]!), drawn) }),
    gaps: gapsOf(samples.map(dateOf)).map(({ from, to, months }) =>
      t('results.timeline.gap', { count: months, from: month(from), to: month(to) }),
    ),
    cells: cellsOf(person, drawn),
    lasts: lastsOf(person, today, shop),
  }
}

const ago = (date: string, { today, shop }: Pick<Drawn, 'today' | 'shop'>) =>
  formatAgo(daysBetween(today, date), shop.locale)

function cellsOf(person: Person, drawn: Drawn): TimelineCell[] {
  const { axis, today } = drawn
  const byColumn = Map.groupBy(person.samples, (sample) => columnOf(dateOf(sample), axis))
  const columns = [...byColumn.keys()].toSorted((one, other) => one - other)
  return axis.starts.map((_, column) => {
    const samples = byColumn.get(column)
    if (!samples) return { mark: null, line: null }
    const after = columns.find((taken) => taken > column)
    const next = after === undefined ? today : dateOf(byColumn.get(after)!.at(-1)!)
    const look = after === undefined || isOpen(samples, next) ? 'open' : 'close'
    const length = (after ?? axis.starts.length - 1) - column
    return {
      mark: markOf(person.id, samples, drawn),
      line: length > 0 ? { look, columns: length } : null,
    }
  })
}

/** The samples are sorted newest first: it counts from the newest one to the next date. */
function isOpen([newest]: readonly Sample[], next: string): boolean {
  return monthsBetween(dateOf(newest!), next) >= OPEN_FROM_MONTHS
}

function markOf(
  patientId: string,
  samples: readonly Sample[],
  { shop }: Drawn,
): NonNullable<TimelineCell['mark']> {
  const { t } = pageTexts(shop.locale, shop.env.partner).texts
  const analyses = samples.flatMap((sample) => sample.analyses)
  const outside = analyses.reduce((sum, { outsideCount }) => sum + outsideCount, 0)
  const [newest] = samples as [Sample]
  const isOne = samples.length === 1
  const tone = toneOf(analyses)
  return {
    path: isOne
      ? reportPath(newest.testResultId, {
          id: patientId,
          analysisCount: analyses.length,
          firstAnalyses: analyses,
        })
      : `${pathOf('testResults')}?${new URLSearchParams({ patientId })}`,
    label: [
      whenOf(samples, shop),
      t('shell.tests', { count: analyses.length }),
      tone === 'out' ? t('results.summary.talk', { count: outside }) : t(TONE_TEXTS[tone]),
    ].join(', '),
    tone,
    count: samples.length,
  }
}

const TONE_TEXTS = {
  in: 'results.word.normal',
  critical: 'results.criticalMark',
  unjudged: 'results.word.unjudged',
  awaited: 'results.awaited',
} as const

function toneOf(analyses: Sample['analyses']): MarkTone {
  if (analyses.some(({ hasCritical }) => hasCritical)) return 'critical'
  if (analyses.some(({ outsideCount }) => outsideCount > 0)) return 'out'
  // What is still awaited, or may still change, is not called in range.
  if (analyses.some(({ status }) => status === null || status === 'preliminary')) return 'awaited'
  return analyses.some(({ judgedCount }) => judgedCount > 0) ? 'in' : 'unjudged'
}

/** A date; for several samples, how many there are and their dates. */
function whenOf(samples: readonly Sample[], shop: Shop): string {
  const { t } = pageTexts(shop.locale, shop.env.partner).texts
  const day = (sample: Sample) => formatDay(dateOf(sample), shop.locale, 'date')
  const [from, to] = [day(samples.at(-1)!), day(samples[0]!)]
  if (samples.length === 1) return to
  return from === to
    ? t('results.timeline.severalOnDay', { count: samples.length, date: to })
    : t('results.timeline.several', { count: samples.length, from, to })
}

/** For each analysis, its newest final or corrected report that has values. */
function lastsOf(person: Person, today: string, shop: Shop): LastTimeView[] {
  const seen = new Set<number>()
  return person.samples.flatMap((sample) =>
    sample.analyses.flatMap((analysis) => {
      const { analysisId, status, valueCount } = analysis
      const says = isFinal(status) && valueCount > 0
      if (!says || seen.has(analysisId)) return []
      seen.add(analysisId)
      const date = dateOf(sample)
      return [
        {
          path: pathOf('testResultPatientAnalysisResult', {
            testResultId: sample.testResultId,
            patientId: person.id,
            analysisResultId: analysis.id,
          }),
          name: analysis.name,
          isOutside: analysis.outsideCount > 0,
          when: `${formatDay(date, shop.locale, 'date')}, ${ago(date, { today, shop })}`,
          ...findingOf(analysis, shop),
        },
      ]
    }),
  )
}

function findingOf(
  { value, valueCount, outsideCount, judgedCount, hasCritical, ...judged }: Sample['analyses'][number],
  shop: Shop,
): Pick<LastTimeView, 'text' | 'word'> {
  const { t } = pageTexts(shop.locale, shop.env.partner).texts
  if (value !== null) {
    const interpretation = interpretationOf(judged)
    const word = interpretation && {
      shape: resultMark(interpretation),
      text: t(`results.word.${interpretation}`),
    }
    return { text: value, word }
  }
  const text = outsideCount
    ? t('results.summary.talk', { count: outsideCount })
    : t(judgedCount < valueCount ? 'results.valueCount' : 'results.summary.inside', { count: valueCount })
  return { text, word: hasCritical ? { shape: 'critical', text: t('results.about.criticalWord') } : null }
}
