import type { Locale } from '@shop/domain/locale'
import { expect, test } from 'vitest'
import { pageHtml, wordsOf } from '../testing/page-html.tsx'
import { ClosestNotice } from './laboratory-form.tsx'

const LABORATORY = { label: 'Минск, пр-т Независимости, 95' }

const saidIn = (locale: Locale, miles: number, kilometres: number) =>
  wordsOf(
    pageHtml(<ClosestNotice laboratory={LABORATORY} miles={miles} kilometres={kilometres} />, locale),
  ).replaceAll('\u00a0', ' ')

test.each<[Locale, number, number, string]>([
  ['en', 1, 1.6, '1 mile away (1.6 km)'],
  ['en', 1204, 1937, '1,204 miles away (1,937 km)'],
  ['ru', 3, 4.8, '3 мили отсюда (4,8 км)'],
  ['ru', 5, 8, '5 миль отсюда (8 км)'],
  ['pl', 3, 4.8, '3 mile stąd (4,8 km)'],
  ['pl', 5, 8, '5 mil stąd (8 km)'],
  ['be', 3, 4.8, '3 мілі адсюль (4,8 км)'],
  ['be', 5, 8, '5 міль адсюль (8 км)'],
])(
  'in %s the closest laboratory is %i miles away, with %d kilometres beside it',
  (locale, miles, kilometres, words) => {
    const said = saidIn(locale, miles, kilometres)
    expect(said).toContain(`${LABORATORY.label}, ${words}`)
    if (locale === 'en') expect(said).toMatch(/\d+ miles? away \([\d.,]+\skm\)/)
  },
)

test('a laboratory next door is 0 miles away, and its metres are still shown', () => {
  expect(saidIn('en', 0, 0.4)).toContain('0 miles away (0.4 km)')
})
