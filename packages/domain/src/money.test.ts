import fc from 'fast-check'
import { expect, test } from 'vitest'
import { add, formatAmount, formatMoney, fromWire, sum, times, toWire, zero } from './money.ts'
import { byn } from './testing/factories.ts'

test('a price on the wire becomes minor units without a rounding error', () => {
  expect(fromWire({ price: 18.55, currency: 'BYN' })).toEqual({ amount: 1855, currency: 'BYN' })
  expect(fromWire({ price: 0.07, currency: 'EUR' }).amount).toBe(7)
  expect(fromWire({ price: 1.1, currency: 'PLN' }).amount).toBe(110)
})

test('negative zero becomes a plain zero', () => {
  expect(Object.is(fromWire({ price: -0, currency: 'EUR' }).amount, 0)).toBe(true)
})

test.each([1.005, 0.001, 18.554, Number.NaN, Number.POSITIVE_INFINITY, 1e15])(
  'a price of %s is refused',
  (price) => {
    expect(() => fromWire({ price, currency: 'EUR' })).toThrow(RangeError)
  },
)

test('every sum survives the round trip to the wire through JSON', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (amount) => {
      expect(fromWire(JSON.parse(JSON.stringify(toWire(byn(amount)))))).toEqual(byn(amount))
    }),
  )
})

test('sums of one currency add up, and an empty list gives zero', () => {
  expect(add(byn(1990), byn(10))).toEqual(byn(2000))
  expect(sum([byn(1), byn(2), byn(3)], 'BYN')).toEqual(byn(6))
  expect(sum([], 'PLN')).toEqual(zero('PLN'))
  expect(times(byn(690), 3)).toEqual(byn(2070))
})

test('different currencies are never added', () => {
  const euro = { amount: 1, currency: 'EUR' } as const
  expect(() => add(byn(1), euro)).toThrow(RangeError)
  expect(() => sum([euro], 'BYN')).toThrow(RangeError)
})

test('a sum is written as the reader is used to, with its currency as a code', () => {
  expect(formatMoney(byn(2190), 'en')).toBe('21.90\u00a0BYN')
  expect(formatMoney(byn(2190), 'ru')).toBe('21,90\u00a0BYN')
  expect(formatAmount(byn(123456), 'en')).toBe('1,234.56')
  expect(formatAmount(byn(500), 'en')).toBe('5.00')
})

test.each(['en', 'ru', 'pl'])('sums are written in %s by the rules of the language', (locale) => {
  const { format } = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  for (const major of [
    0, 1, 9, 10, 99, 999, 1_000, 1_234, 9_999, 10_000, 12_345, 999_999, 1_000_000, 12_345_678,
  ]) {
    for (const minor of [0, 1, 9, 10, 50, 99]) {
      for (const amount of [major * 100 + minor, -(major * 100 + minor)]) {
        // Zero is never negative.
        expect(formatAmount(byn(amount), locale)).toBe(format(amount / 100 + 0))
      }
    }
  }
})

test('Belarusian sums are written like Russian ones, also in a browser without Belarusian', () => {
  const money = { amount: 123_450, currency: 'BYN' } as const
  expect(formatAmount(money, 'be')).toBe(formatAmount(money, 'ru'))
})
