import type { DeskCalendar } from '@shop/contract/desk-calendar'

export interface PlacesTaken {
  taken: number
  places: number
}

export interface WeekRow {
  /** `08` of an hour, `08:15` of a time. */
  time: string
  isHour: boolean
  /** By date. */
  byDay: ReadonlyMap<string, PlacesTaken>
}

/** A row for each hour, with the sums of its times, and the times of the one that is unfolded below it. */
export function foldByHour(times: DeskCalendar['times'], unfolded: string | null): WeekRow[] {
  const byHour = Map.groupBy(times, ({ time }) => time.slice(0, 2))
  return [...byHour.keys()].sort().flatMap((hour) => {
    const ofHour = byHour.get(hour)!
    const row = { time: hour, isHour: true, byDay: sumByDay(ofHour) }
    if (hour !== unfolded) return [row]
    const parts = Map.groupBy(ofHour, ({ time }) => time)
    return [
      row,
      ...[...parts.keys()].sort().map((time) => ({ time, isHour: false, byDay: sumByDay(parts.get(time)!) })),
    ]
  })
}

function sumByDay(times: DeskCalendar['times']): Map<string, PlacesTaken> {
  const byDay = new Map<string, PlacesTaken>()
  for (const { date, taken, places } of times) {
    const sum = byDay.get(date) ?? { taken: 0, places: 0 }
    byDay.set(date, { taken: sum.taken + taken, places: sum.places + places })
  }
  return byDay
}
