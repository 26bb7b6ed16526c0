import { expect, test } from 'vitest'
import { valueNamed } from './testing/value-view.ts'
import { swarmView } from './value-swarm.server.ts'
import type { ValueView } from './value-view.server.ts'

const HIGH = { word: 'criticalHigh', shape: 'critical', isOutside: true, position: 97 } as const
const UNJUDGED = { word: null }
const LOW = { word: 'low', shape: 'low', isOutside: true, position: 24 } as const

const drawn = (...values: Partial<ValueView>[]) =>
  swarmView(values.map((value) => valueNamed('Haemoglobin', value)))

test('no value in the picture covers another, and none is on the wrong side of a limit', () => {
  const { dots, height } = drawn(
    ...Array.from({ length: 30 }, (_, index) => ({ position: 25 + index * 1.7 })),
    ...Array.from({ length: 23 }, () => HIGH),
    LOW,
  )!
  expect(new Set(dots.map(({ x, y }) => `${x} ${y}`)).size).toBe(54)
  for (const { x, y, shape } of dots) {
    expect(y).toBeGreaterThanOrEqual(10)
    expect(y).toBeLessThanOrEqual(height - 10)
    const side = x < 70 ? 'low' : x < 210 ? 'in' : 'critical'
    expect(shape).toBe(side)
  }
})

test('a result in words is placed as it was judged, and an unjudged one is left out', () => {
  const words = { position: null, isText: true } as const
  const { dots } = drawn(
    words,
    { ...words, word: 'abnormal', shape: 'abnormal', isOutside: true },
    UNJUDGED,
    UNJUDGED,
  )!
  expect(dots.map(({ x, shape }) => [x, shape])).toEqual([
    [145, 'in'],
    [245, 'abnormal'],
  ])
  expect(drawn(...Array<typeof UNJUDGED>(4).fill(UNJUDGED))).toBeNull()
  // Few values are shown large instead.
  expect(drawn({}, {}, {})).toBeNull()
  expect(drawn({}, {}, {}, {})).not.toBeNull()
})
