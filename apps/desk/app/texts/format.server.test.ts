import { expect, test } from 'vitest'
import { withMoments } from './format.server.ts'

test('the times between which a visit was moved are shown in the language of the desk, on both sides of midnight', () => {
  const text = '2040-03-16 00:15 → 2040-03-17 23:45'
  const inWords = (locale: string) =>
    withMoments(text, { locale, businessTimeZone: 'Europe/Minsk' }).replaceAll('\u00a0', ' ')
  expect(inWords('en')).toBe('16 Mar 2040, 0:15 → 17 Mar 2040, 23:45')
  expect(inWords('pl')).toBe('16 mar 2040, 0:15 → 17 mar 2040, 23:45')
})
