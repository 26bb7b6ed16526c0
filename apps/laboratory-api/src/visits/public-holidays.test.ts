import type { LOCALES } from '@shop/domain/locale'
import { expect, test } from 'vitest'
import { publicHolidays } from './public-holidays.ts'

const namesOf = async (currency: 'BYN' | 'PLN' | 'EUR', locale: (typeof LOCALES)[number]) =>
  (await publicHolidays({ currency, from: '2027-01-01', locale })).map(({ date, name }) => `${date} ${name}`)

test('every public holiday of both countries has its own name in each language', async () => {
  for (const currency of ['BYN', 'PLN'] as const) {
    const [english, ...others] = await Promise.all(
      (['en', 'ru', 'be', 'pl'] as const).map((locale) => namesOf(currency, locale)),
    )
    expect(english!.length).toBeGreaterThan(8)
    for (const names of others) {
      expect(names).toHaveLength(english!.length)
      expect(names.filter((name) => english!.includes(name))).toEqual([])
    }
  }
})

test('a year has the country’s holidays, and none for a currency without a country', async () => {
  expect(await namesOf('BYN', 'ru')).toEqual(
    expect.arrayContaining(['2027-01-07 Рождество Христово (православное)', '2027-05-11 Радуница']),
  )
  expect(await namesOf('PLN', 'pl')).toContain('2027-05-03 Święto Konstytucji 3 Maja')
  expect(await namesOf('EUR', 'en')).toEqual([])
})
