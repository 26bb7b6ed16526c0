import type { DeskCalendar } from '@shop/contract/desk-calendar'

/** A calendar with its days in words. */
export interface CalendarOnScreen
  extends Pick<DeskCalendar, 'laboratory' | 'version' | 'week' | 'from' | 'times'> {
  days: { date: string; label: string }[]
  closures: (DeskCalendar['closures'][number] & { first: string; last: string })[]
  holidays: { date: string; name: string; day: string }[]
}

export interface CalendarCard {
  calendar: CalendarOnScreen
  mayChange: boolean
}
