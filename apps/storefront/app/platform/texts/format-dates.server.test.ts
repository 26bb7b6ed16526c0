import { expect, test } from 'vitest'
import { formatDay, formatMoment, formatTime } from './format-dates.server.ts'

const zone = 'Europe/Minsk'

test.each([
  ['en', 'Monday 23\u00a0November', 'Monday 23\u00a0November 2026', 'Mon 23\u00a0Nov'],
  ['ru', 'понедельник, 23\u00a0ноября', 'понедельник, 23\u00a0ноября 2026\u00a0г.', 'пн, 23\u00a0нояб.'],
  ['pl', 'poniedziałek, 23\u00a0listopada', 'poniedziałek, 23\u00a0listopada 2026', 'pon., 23\u00a0lis'],
  ['be', 'панядзелак, 23\u00a0лістапада', 'панядзелак, 23\u00a0лістапада 2026\u00a0г.', 'пн, 23\u00a0ліс'],
])('a day reads well in %s', (locale, long, full, short) => {
  expect(formatDay('2026-11-23', locale)).toBe(long)
  expect(formatDay('2026-11-23', locale, 'full')).toBe(full)
  expect(formatDay('2026-11-23', locale, 'short')).toBe(short)
})

test('a time is that of the business zone, on 24 hours and without a leading zero', () => {
  expect(formatTime('2026-11-23T05:30:00Z', 'en', zone)).toBe('8:30')
  expect(formatTime('2026-11-23T16:00:00Z', 'en', zone)).toBe('19:00')
  expect(formatTime('2026-11-22T21:00:00Z', 'en', zone)).toBe('0:00')
})

test('a moment late in the evening belongs to the day of the business zone', () => {
  expect(formatMoment('2026-11-22T22:30:00Z', 'en', zone)).toBe('Mon 23\u00a0Nov, 1:30')
})
