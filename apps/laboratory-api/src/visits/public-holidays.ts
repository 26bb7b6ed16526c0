import { addDays, daysBetween } from '@shop/domain/dates'
import type { Locale } from '@shop/domain/locale'
import type { Currency } from '@shop/domain/money'
import { madeOnce } from '@shop/server/made-once'
import { textsIn } from '../texts.ts'

/** A laboratory sells in the currency of its country. Other currencies get no proposals. */
const COUNTRY_OF_CURRENCY: Partial<Record<Currency, string>> = { BYN: 'BY', PLN: 'PL' }
const DAY_MS = 86_400_000

interface PublicHoliday {
  /** `YYYY-MM-DD` */
  date: string
  name: string
}

/**
 * The country's public holidays for a year from `from`, as the library knows them. If a government moves a
 * day, people must correct it.
 */
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

/** Our names of the days, by country and the library's English name: the library does not have all our languages. */
const NAMES = {
  "BY: New Year's Day": 'newYear',
  'BY: Christmas Day, 01': 'orthodoxChristmas',
  'BY: Christmas Day, 12': 'catholicChristmas',
  "BY: International Women's Day": 'womensDay',
  'BY: Labour Day': 'labourDay',
  'BY: Victory Day': 'victoryDay',
  'BY: Commemoration Day': 'radunitsa',
  'BY: Independence Day': 'independenceDay',
  'BY: October Revolution Day': 'octoberRevolution',
  "PL: New Year's Day": 'newYear',
  'PL: Epiphany': 'epiphany',
  'PL: Easter Sunday': 'easter',
  'PL: Easter Monday': 'easterMonday',
  'PL: Labour Day': 'labourDay',
  'PL: Constitution Day': 'constitutionDay',
  'PL: Pentecost': 'pentecost',
  'PL: Corpus Christi': 'corpusChristi',
  'PL: Assumption': 'assumption',
  "PL: All Saints' Day": 'allSaints',
  'PL: Independence Day': 'independenceDay',
  'PL: Christmas Eve': 'christmasEve',
  'PL: Christmas Day': 'christmas',
  'PL: Boxing Day': 'secondChristmas',
} as const

/** The day's name in the reader's language; a day added since by a government keeps the library's name. */
function nameOf(country: string, { name, date }: PublicHoliday, locale: Locale): string {
  const known: Partial<Record<string, (typeof NAMES)[keyof typeof NAMES]>> = NAMES
  const key = known[`${country}: ${name}`] ?? known[`${country}: ${name}, ${date.slice(5, 7)}`]
  return key ? textsIn(locale)(`desk:calendar.holiday.${key}`) : name
}

/** The library needs 10 ms or more to compute a year. */
const holidaysOfYear = madeOnce(async (country: string, year: number, locale: Locale) => {
  // It loads every country of the world, so only the desk should have to wait for it.
  const { default: Holidays } = await import('date-holidays')
  return new Holidays(country)
    .getHolidays(year, 'en')
    .filter(({ type }) => type === 'public')
    .flatMap(({ date, start, end, name }) => {
      const length = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS))
      const called = nameOf(country, { name, date }, locale)
      return Array.from(
        { length },
        (_, ahead): PublicHoliday => ({ date: addDays(date.slice(0, 10), ahead), name: called }),
      )
    })
})
