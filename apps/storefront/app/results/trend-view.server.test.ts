import type { Trend } from '@shop/contract/results'
import { expect, test } from 'vitest'
import { trendView } from './trend-view.server.ts'

const PLACE = { locale: 'en', businessTimeZone: 'Europe/Minsk' }

const point = (at: string, value: number, more: Partial<Trend['points'][number]> = {}) => ({
  at: `${at}T08:00:00+03:00`,
  value,
  low: 120,
  high: 150,
  interpretation: null,
  ...more,
})

const trend = (...points: Trend['points']): Trend => ({
  observationId: '0198c0de-0000-7000-8000-000000000000',
  observationName: 'Haemoglobin',
  unit: 'g/L',
  decimals: 0,
  points,
})

const YEARS = trend(
  point('2025-03-12', 128),
  point('2025-09-09', 124),
  point('2026-04-14', 121),
  point('2026-11-16', 116, { interpretation: 'low' }),
)

test('points run in time from left to right, and higher values are higher up', () => {
  const view = trendView(YEARS, '2026-11-16T08:00:00+03:00', PLACE)
  const xs = view.points.map(({ x }) => x)
  expect(xs).toEqual([...xs].sort((one, other) => one - other))
  expect(view.points.map(({ y }) => y)).toEqual(
    view.points.map(({ y }) => y).sort((one, other) => one - other),
  )
  expect(view.points.at(-1)).toMatchObject({ value: '116', shape: 'low', date: ['16\u00a0Nov', '2026'] })
  for (const { x, y } of view.points) {
    expect(x).toBeGreaterThan(0)
    expect(x).toBeLessThan(100)
    expect(y).toBeGreaterThan(0)
    expect(y).toBeLessThan(100)
  }
})

test('the trend is described in words', () => {
  const view = trendView(YEARS, '2026-11-16T08:00:00+03:00', PLACE)
  expect(view).toMatchObject({ sinceYear: '2025', direction: 'fell', first: '128', last: '116' })
  expect(view.inWords).toContain('128 (12\u00a0March\u00a02025)')
  expect(view.ticks.map(({ text }) => text)).toEqual(['120', '150'])
})

test("where points crowd, the report's own point is labelled in preference to newer ones", () => {
  const crowded = trend(point('2020-01-01', 128), point('2026-11-16', 116), point('2026-11-20', 145))
  const view = trendView(crowded, '2026-11-16T08:00:00+03:00', PLACE)
  expect(view.points.map(({ isLabelled }) => isLabelled)).toEqual([true, true, false])
  expect(view.points.map(({ date }) => date !== null)).toEqual([true, true, false])
})

test('two equal values of one instant are drawn without invalid coordinates', () => {
  const flat = trend(point('2026-11-16', 130), point('2026-11-16', 130))
  const view = trendView(flat, '2026-11-16T08:00:00+03:00', PLACE)
  expect(view.direction).toBe('same')
  expect(`${view.path}${view.band}`).not.toContain('NaN')
})

test('without a range there is no band; with one limit the other side is open', () => {
  const none = trend(
    point('2025-01-01', 5, { low: undefined, high: undefined }),
    point('2026-01-01', 6, { low: undefined, high: undefined }),
  )
  expect(trendView(none, '', PLACE)).toMatchObject({ band: null, ticks: [] })
  const below = trend(point('2025-01-01', 5, { low: undefined }), point('2026-01-01', 6, { low: undefined }))
  expect(trendView(below, '', PLACE).ticks.map(({ text }) => text)).toEqual(['150'])
})
