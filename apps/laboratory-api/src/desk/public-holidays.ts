import type { Locale } from '@shop/contract/fields'
import { addDays, daysBetween } from '@shop/domain/dates'
import type { Currency } from '@shop/domain/money'

/** A laboratory sells in the money of its country; where that says nothing, nothing is proposed. */
const COUNTRY_OF_CURRENCY: Partial<Record<Currency, string>> = { BYN: 'BY', PLN: 'PL' }
const DAY_MS = 86_400_000

interface PublicHoliday {
  /** `YYYY-MM-DD` */
  date: string
  name: string
}

/** The public holidays of the country for a year from that day on, as a library knows them: days that governments move are people's to mend. */
export async function publicHolidays({
  currency,
  from,
  locale,
}: {
  currency: Currency
  from: string
  locale: Locale
}): Promise<PublicHoliday[]> {
  const country = COUNTRY_OF_CURRENCY[currency]
  if (!country) return []
  const until = addDays(from, 365)
  const year = Number(from.slice(0, 4))
  const years = [year, year + 1].map((each) => holidaysOfYear(country, each, locale))
  return (await Promise.all(years)).flat().filter(({ date }) => daysBetween(from, date) >= 0 && date <= until)
}

const known = new Map<string, Promise<PublicHoliday[]>>()

/** The library reckons a year for 10 ms and more: each year is asked for once a process and language, and there are few of them. */
function holidaysOfYear(country: string, year: number, locale: Locale): Promise<PublicHoliday[]> {
  return known.getOrInsertComputed([country, year, locale].join(), () => reckon(country, year, locale))
}

async function reckon(country: string, year: number, locale: Locale): Promise<PublicHoliday[]> {
  // It brings every country of the world along: nobody but the desk waits for it.
  const { default: Holidays } = await import('date-holidays')
  return new Holidays(country)
    .getHolidays(year, locale)
    .filter(({ type }) => type === 'public')
    .flatMap(({ date, start, end, name }) => {
      const length = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS))
      return Array.from({ length }, (_, ahead) => ({ date: addDays(date.slice(0, 10), ahead), name }))
    })
}
