import { addDays, daysBetween } from '@shop/domain/dates'
import type { Locale } from '@shop/domain/locale'
import type { Currency } from '@shop/domain/money'
import { madeOnce } from '@shop/server/made-once'
import { textsIn } from '../texts.ts'

/** A laboratory sells in the money of its country; where that says nothing, nothing is proposed. */
const COUNTRY_OF_CURRENCY: Partial<Record<Currency, string>> = { BYN: 'BY', PLN: 'PL' }
const DAY_MS = 86_400_000

interface PublicHoliday {
  /** `YYYY-MM-DD` */
  date: string
  name: string
}

/**
 * The public holidays of the country for a year from that day on, as a library knows them: days that
 * governments move are people's to mend.
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

/** What the library calls a day in English, and how the desk calls it: not every language of ours is one of the library's. */
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

/** Its name in the language of who looks; a day that governments have added since, as the library calls it. */
function nameOf(country: string, { name, date }: PublicHoliday, locale: Locale): string {
  const known: Partial<Record<string, (typeof NAMES)[keyof typeof NAMES]>> = NAMES
  const key = known[`${country}: ${name}`] ?? known[`${country}: ${name}, ${date.slice(5, 7)}`]
  return key ? textsIn(locale)(`desk:calendar.holiday.${key}`) : name
}

/** The library reckons a year for 10 ms and more. */
const holidaysOfYear = madeOnce(async (country: string, year: number, locale: Locale) => {
  // It brings every country of the world along: nobody but the desk waits for it.
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
