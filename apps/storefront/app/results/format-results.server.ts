import { todayIn } from '@shop/domain/age'
import { languageTag } from '@shop/domain/locale'
import { madeOnce } from '@shop/server/made-once'
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

// Numbers for people, formatted on the server only, as dates are.

/** With so many decimals, no more and no fewer. */
export function formatNumber(value: number, decimals: number, locale: string): string {
  return formatOf(locale, decimals, decimals).format(value)
}

/** A limit as it was set: decimals as they are. */
export function formatLimit(value: number, locale: string): string {
  return formatOf(locale, 0, 6).format(value)
}

const formatOf = madeOnce(
  (locale: string, least: number, most: number) =>
    new Intl.NumberFormat(languageTag(locale), {
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    }),
)
