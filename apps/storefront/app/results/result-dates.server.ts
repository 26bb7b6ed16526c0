import { todayIn } from '@shop/domain/age'
import { type DayFormat, formatDay, formatTime } from '../platform/texts/format-dates.server.ts'

export interface ReaderPlace {
  locale: string
  businessTimeZone: string
}

/** "Monday 16 November 2026", of an instant in the business zone. */
export function dayOf(
  instant: string,
  { locale, businessTimeZone }: ReaderPlace,
  format: DayFormat = 'full',
) {
  return formatDay(todayIn(businessTimeZone, new Date(instant)), locale, format)
}

/** "16 November 2026, 8:10" */
export function momentOf(instant: string, place: ReaderPlace): string {
  return `${dayOf(instant, place, 'birth')}, ${formatTime(instant, place.locale, place.businessTimeZone)}`
}
