import { expect, test } from 'vitest'
import {
  interpret,
  isOffScale,
  openSideOf,
  pickReferenceRange,
  rangeBar,
  rangePosition,
} from './reference-range.ts'

const HAEMOGLOBIN = [
  { sex: 'MALE', ageFromYears: 18, low: 130, high: 170 },
  { sex: 'FEMALE', ageFromYears: 18, low: 120, high: 150 },
  { ageFromYears: 0, ageToYears: 1, low: 100, high: 140 },
  { ageFromYears: 1, ageToYears: 18, low: 105, high: 160 },
] as const

test('the range is chosen by sex and age; a band ends before its upper age', () => {
  expect(pickReferenceRange(HAEMOGLOBIN, { sex: 'FEMALE', ageYears: 34 })?.low).toBe(120)
  expect(pickReferenceRange(HAEMOGLOBIN, { sex: 'MALE', ageYears: 18 })?.low).toBe(130)
  expect(pickReferenceRange(HAEMOGLOBIN, { sex: 'MALE', ageYears: 17 })?.low).toBe(105)
  expect(pickReferenceRange(HAEMOGLOBIN, { sex: 'FEMALE', ageYears: 0 })?.low).toBe(100)
  expect(pickReferenceRange(HAEMOGLOBIN, { sex: 'FEMALE', ageYears: 1 })?.low).toBe(105)
})

test("no one is measured by other people's range", () => {
  expect(pickReferenceRange([{ sex: 'MALE', high: 4 }], { sex: 'FEMALE', ageYears: 30 })).toBeNull()
})

test('a range with two limits includes both', () => {
  const range = { low: 120, high: 150 }
  expect([119.9, 120, 150, 150.1].map((value) => interpret(value, range))).toEqual([
    'low',
    'normal',
    'normal',
    'high',
  ])
})

test('a single limit is not part of the range', () => {
  expect([0, 4.9, 5, 6].map((value) => interpret(value, { high: 5 }))).toEqual([
    'normal',
    'normal',
    'high',
    'high',
  ])
  expect([59, 60, 61].map((value) => interpret(value, { low: 60 }))).toEqual(['low', 'low', 'normal'])
})

test('a single limit belongs to a range that says so', () => {
  expect([4.9, 5, 5.1].map((value) => interpret(value, { high: 5, includesLimit: true }))).toEqual([
    'normal',
    'normal',
    'high',
  ])
  expect([59, 60].map((value) => interpret(value, { low: 60, includesLimit: true }))).toEqual([
    'low',
    'normal',
  ])
})

test('a range in words and a value that is not a number are not interpreted', () => {
  expect(interpret(5, { text: 'interpreted by week of pregnancy' })).toBeNull()
  expect(interpret(Number.NaN, { low: 1, high: 2 })).toBeNull()
  expect(rangePosition(5, { text: 'formed' })).toBeNull()
})

test('the limits are at 25 and 75, the middle at 50', () => {
  const range = { low: 120, high: 150 }
  expect([120, 135, 150].map((value) => rangePosition(value, range))).toEqual([25, 50, 75])
  expect(Math.round(rangePosition(116, range)!)).toBe(18)
})

test('the marker stays on the bar', () => {
  expect(rangePosition(-1000, { low: 120, high: 150 })).toBe(3)
  expect(rangePosition(1000, { low: 120, high: 150 })).toBe(97)
  expect(rangePosition(0, { high: 20 })).toBe(3)
})

test('with one limit the scale starts at zero', () => {
  expect(Math.round(rangePosition(18, { high: 20 })!)).toBe(68)
  expect(rangePosition(60, { low: 60 })).toBe(25)
  expect(rangePosition(120, { low: 60 })).toBe(50)
})

test('around a single limit of zero only the side is shown', () => {
  expect(rangePosition(-1, { high: 0 })).toBe(50)
  expect(rangePosition(1, { high: 0 })).toBe(97)
  expect(rangePosition(1, { low: 0 })).toBe(50)
  expect(rangePosition(-1, { low: 0 })).toBe(3)
})

test('the bar is open on the side without a limit, and closed or absent otherwise', () => {
  expect(openSideOf({ high: 5 })).toBe('below')
  expect(openSideOf({ low: 0, high: null })).toBe('above')
  expect([openSideOf({ low: 1, high: 5 }), openSideOf({ text: 'negative' })]).toEqual([null, null])
})

test('a value without limits to compare it with has no bar', () => {
  expect(rangeBar(18, { high: 20 })).toEqual({ position: rangePosition(18, { high: 20 }), open: 'below' })
  expect([rangeBar(18, null), rangeBar(18, { text: 'negative' })]).toEqual([null, null])
})

test('a value is off the scale where the marker stops outside the range, not at the zero of an open one', () => {
  const off = (value: number, range: { low?: number; high?: number }) =>
    isOffScale(rangePosition(value, range)!, interpret(value, range) !== 'normal')
  expect([900, 150, 160].map((value) => off(value, { low: 15, high: 150 }))).toEqual([true, false, false])
  expect(off(0, { low: 15, high: 20 })).toBe(true)
  expect(off(0, { high: 20 })).toBe(false)
  expect(off(47, { high: 20 })).toBe(true)
})
