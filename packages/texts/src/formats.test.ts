import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES, type Locale } from '@shop/domain/locale'
import { describe, expect, test } from 'vitest'
import {
  type DayFormat,
  formatAgo,
  formatDay,
  formatDayOf,
  formatDecimal,
  formatDuration,
  formatMoment,
  formatNames,
  formatNumber,
  formatSampling,
  formatShortDuration,
  formatTime,
  formatYears,
} from './formats.server.ts'

/** As written here, with `_` where no line may break. */
const unbroken = (text: string) => text.replaceAll('_', '\u00a0')

const DAYS: Readonly<Record<DayFormat, Readonly<Record<Locale, string>>>> = {
  day: {
    en: 'Monday 23_November',
    ru: 'понедельник, 23_ноября',
    pl: 'poniedziałek, 23_listopada',
    be: 'панядзелак, 23_лістапада',
  },
  dayShort: { en: 'Mon 23_Nov', ru: 'пн, 23_нояб.', pl: 'pon., 23_lis', be: 'пн, 23_ліс' },
  fullDay: {
    en: 'Monday 23_November_2026',
    ru: 'понедельник, 23_ноября_2026_г.',
    pl: 'poniedziałek, 23_listopada_2026',
    be: 'панядзелак, 23_лістапада_2026_г.',
  },
  date: {
    en: '23_November_2026',
    ru: '23_ноября_2026_г.',
    pl: '23_listopada_2026',
    be: '23_лістапада_2026_г.',
  },
  dateShort: { en: '23_Nov_2026', ru: '23_нояб._2026_г.', pl: '23_lis_2026', be: '23_ліс_2026_г.' },
  monthDay: { en: '23_Nov', ru: '23_нояб.', pl: '23_lis', be: '23_ліс' },
  month: { en: 'November_2026', ru: 'ноябрь_2026_г.', pl: 'listopad_2026', be: 'лістапад_2026' },
  monthShort: { en: 'Nov_2026', ru: 'нояб._2026_г.', pl: 'lis_2026', be: 'ліс_2026' },
  weekdayLong: { en: 'Monday', ru: 'понедельник', pl: 'poniedziałek', be: 'панядзелак' },
  weekdayShort: { en: 'Mon', ru: 'пн', pl: 'pon.', be: 'пн' },
}

describe.each(LOCALES)('in %s', (locale) => {
  const minsk = { locale, businessTimeZone: 'Europe/Minsk' }

  test.each(Object.keys(DAYS) as DayFormat[])('a day is written as %s', (format) => {
    expect(formatDay('2026-11-23', locale, format)).toBe(unbroken(DAYS[format][locale]))
  })

  test('a time is in the business zone, with 24 hours and without a leading zero', () => {
    const times = ['2026-11-23T05:30:00Z', '2026-11-23T19:00:00+03:00', '2026-11-22T21:00:00Z']
    expect(times.map((time) => formatTime(time, minsk))).toEqual(['8:30', '19:00', '0:00'])
  })

  test('an instant is written the same from text and from a date, after its day', () => {
    const instant = '2026-11-22T22:30:00Z'
    expect(formatMoment(instant, minsk)).toBe(`${unbroken(DAYS.dayShort[locale])}, 1:30`)
    expect(formatMoment(new Date(instant), minsk, 'fullDay')).toBe(`${unbroken(DAYS.fullDay[locale])}, 1:30`)
  })

  test('a sampling time that is only a day is written as the day', () => {
    const sampled = (at: string) => formatSampling(at, minsk, 'date')
    expect(sampled('2026-11-22T21:00:00Z')).toBe(formatDay('2026-11-23', locale, 'date'))
    expect(sampled('2026-11-22T21:01:00Z')).toBe(`${formatDay('2026-11-23', locale, 'date')}, 0:01`)
  })

  test('the year is that of the business zone at the turn of the year', () => {
    const written = ['2026-12-31T20:59:00Z', '2026-12-31T21:00:00Z'].map((at) =>
      formatMoment(at, minsk, 'date'),
    )
    expect(written).toEqual([
      `${formatDay('2026-12-31', locale, 'date')}, 23:59`,
      `${formatDay('2027-01-01', locale, 'date')}, 0:00`,
    ])
    expect(written.map((text) => /20\d\d/.exec(text)?.[0])).toEqual(['2026', '2027'])
  })
})

test.each([
  ['the last minute before the hour skipped in spring', '2026-03-29T00:59:00Z', '2026-03-29', '1:59'],
  ['the first minute after it', '2026-03-29T01:00:00Z', '2026-03-29', '3:00'],
  ['the last minute of the 23-hour day', '2026-03-29T21:59:00Z', '2026-03-29', '23:59'],
  ['the first minute of the next day', '2026-03-29T22:00:00Z', '2026-03-30', '0:00'],
  ['a time in the hour repeated in autumn', '2026-10-25T00:30:00Z', '2026-10-25', '2:30'],
  ['the same time an hour later', '2026-10-25T01:30:00Z', '2026-10-25', '2:30'],
  ['the last minute of the 25-hour day', '2026-10-25T22:59:00Z', '2026-10-25', '23:59'],
  ['the first minute after it', '2026-10-25T23:00:00Z', '2026-10-26', '0:00'],
])('at a clock change, %s is that of the zone', (_, instant, date, time) => {
  for (const locale of LOCALES) {
    const warsaw = { locale, businessTimeZone: 'Europe/Warsaw' }
    expect(formatDayOf(instant, warsaw)).toBe(formatDay(date, locale))
    expect(formatTime(instant, warsaw)).toBe(time)
  }
})

test.each([
  ['en', ['4.10', '1,234.5', '0', '12,345.678901']],
  ['ru', ['4,10', '1_234,5', '0', '12_345,678901']],
  ['pl', ['4,10', '1234,5', '0', '12_345,678901']],
  ['be', ['4,10', '1234,5', '0', '12_345,678901']],
])('numbers have the requested decimals in %s', (locale, [measured, ...set]) => {
  expect(formatNumber(4.1, 2, locale)).toBe(measured)
  expect([1234.5, 0, 12_345.6789012].map((value) => formatDecimal(value, locale))).toEqual(set.map(unbroken))
})

test.each([
  ['en', 'tomorrow', 'Anna and Viktor', ['0 mins', '2 hrs, 10 mins', '3 days, 1 hr'], '5 years'],
  ['ru', 'завтра', 'Anna и Viktor', ['0 мин', '2 ч 10 мин', '3 дн. 1 ч'], '5 лет'],
  ['pl', 'jutro', 'Anna i Viktor', ['0 min', '2 godz. i 10 min', '3 dni i 1 godz.'], '5 lat'],
  ['be', 'заўтра', 'Anna і Viktor', ['0 хв', '2 гадз 10 хв', '3 сут 1 гадз'], '5 гадоў'],
])('relative days, names and durations read well in %s', (locale, ago, names, durations, years) => {
  expect(formatAgo(1, locale)).toBe(ago)
  expect(formatNames(['Anna', 'Viktor'], locale)).toBe(names)
  const spaced = (text: string) => text.replaceAll('\u00a0', ' ')
  const minutes = [0, 130, 3 * 1440 + 75]
  expect(minutes.map((each) => spaced(formatDuration(each, locale)))).toEqual(durations)
  expect(spaced(formatYears(5, locale))).toBe(years)
})

test.each([
  ['en', '1 month ago', '2 years ago'],
  ['ru', '1 месяц назад', '2 года назад'],
  ['pl', '1 miesiąc temu', '2 lata temu'],
  ['be', '1 месяц таму', '2 гады таму'],
])(
  'a distance in months or years is counted, whichever month or year it falls in, in %s',
  (locale, month, years) => {
    expect(formatAgo(-50, locale)).toBe(month)
    expect(formatAgo(-730, locale)).toBe(years)
  },
)

test('no other program of the shop makes formats of its own', () => {
  const cwd = join(import.meta.dirname, '../../..')
  const files = globSync('{apps/{desk,laboratory-api,storefront},packages}/**/*.{ts,tsx}', {
    cwd,
    exclude: (path) => /(?:^|\/)(?:node_modules|build)(?:\/|$)|\.test\.tsx?$/.test(path),
  }).filter((file) => !/\.test\.tsx?$/.test(file))
  const format = /new Intl\.(?:DateTime|Duration|List|Number|RelativeTime)Format\b/
  expect(files.filter((file) => format.test(readFileSync(join(cwd, file), 'utf8'))).toSorted()).toEqual([
    // Checks whether there is such a zone.
    'packages/server/src/settings.ts',
    'packages/texts/src/formats.server.ts',
  ])
})

test.each([
  ['en', '5m', '1h 45m', '2h', '1d 3h'],
  ['ru', '5 мин', '1 ч 45 мин', '2 ч', '1 д. 3 ч'],
  ['pl', '5 min', '1 h i 45 min', '2 h', '1 d. i 3 h'],
  ['be', '5 хв', '1 гадз 45 хв', '2 гадз', '1 сут 3 гадз'],
])('a short duration has no zeros, in %s', (locale, ...durations) => {
  const minutes = [5, 105, 120, 27 * 60 + 12]
  expect(minutes.map((each) => formatShortDuration(each, locale).replaceAll('\u00a0', ' '))).toEqual(
    durations,
  )
})
