/** The number of columns of a time axis: as many as a finger can tell apart on a narrow phone. */
const TIMELINE_COLUMNS = 12

/** The finest first. */
const TIMELINE_UNITS = ['month', 'quarter', 'year'] as const
export type TimelineUnit = (typeof TIMELINE_UNITS)[number]
const MONTHS_OF: Readonly<Record<TimelineUnit, number>> = { month: 1, quarter: 3, year: 12 }

export interface TimelineAxis {
  readonly unit: TimelineUnit
  /** The first days of the columns, `YYYY-MM-DD`; the last column contains today. */
  readonly starts: readonly string[]
}

/**
 * The finest axis up to today that has room for all dates; dates that are too old even for twelve years are in its
 * first column.
 */
export function timelineAxis(dates: readonly string[], today: string): TimelineAxis {
  const first = [...dates, today].toSorted()[0]!
  const unit = TIMELINE_UNITS.find(
    (one) => columnNumber(today, one) - columnNumber(first, one) < TIMELINE_COLUMNS,
  )
  const chosen = unit ?? 'year'
  const last = columnNumber(today, chosen)
  const starts = Array.from({ length: TIMELINE_COLUMNS }, (_, index) =>
    startOf(last - TIMELINE_COLUMNS + 1 + index, chosen),
  )
  return { unit: chosen, starts }
}

/** The column that contains a date. */
export function columnOf(date: string, { starts }: TimelineAxis): number {
  return Math.max(
    0,
    starts.findLastIndex((start) => start <= date),
  )
}

/** Whole months between two dates, the earlier first. */
export function monthsBetween(from: string, to: string): number {
  const months = columnNumber(to, 'month') - columnNumber(from, 'month')
  return to.slice(8) < from.slice(8) ? months - 1 : months
}

/** A year without a test is a gap worth mentioning. */
const GAP_MONTHS = 12

export interface TimelineGap {
  readonly from: string
  readonly to: string
  readonly months: number
}

/** The gaps of a year or more between two consecutive tests; dates in any order. */
export function gapsOf(dates: readonly string[]): TimelineGap[] {
  const sorted = [...new Set(dates)].toSorted()
  return sorted.slice(1).flatMap((to, index) => {
    const from = sorted[index]!
    const months = monthsBetween(from, to)
    return months >= GAP_MONTHS ? [{ from, to, months }] : []
  })
}

function columnNumber(date: string, unit: TimelineUnit): number {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1
  return Math.floor(month / MONTHS_OF[unit])
}

function startOf(column: number, unit: TimelineUnit): string {
  const month = column * MONTHS_OF[unit]
  const year = String(Math.floor(month / 12)).padStart(4, '0')
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}-01`
}
