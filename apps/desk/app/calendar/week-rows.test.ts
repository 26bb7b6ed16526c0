import { expect, test } from 'vitest'
import { foldByHour } from './calendar-cards.tsx'

const at = (date: string, time: string, taken: number, places = 2) => ({
  date,
  time,
  start: `${date}T${time}:00+03:00`,
  taken,
  places,
})

test('a week is folded by hour, and one hour unfolds to its times', () => {
  const times = [
    at('2040-03-06', '08:15', 1),
    at('2040-03-06', '08:00', 2),
    at('2040-03-07', '08:00', 0, 0),
    at('2040-03-06', '09:00', 0),
  ]
  const folded = foldByHour(times, null)
  expect(folded.map(({ time, isHour }) => [time, isHour])).toEqual([
    ['08', true],
    ['09', true],
  ])
  expect(folded[0]!.byDay.get('2040-03-06')).toEqual({ taken: 3, places: 4 })
  expect(folded[0]!.byDay.get('2040-03-07')).toEqual({ taken: 0, places: 0 })
  expect(foldByHour(times, '08').map(({ time }) => time)).toEqual(['08', '08:00', '08:15', '09'])
})
