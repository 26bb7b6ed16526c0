import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leftToRefund, needsSecondPerson, REFUND_ORIGINS, REFUND_STATES } from './refunds.ts'

const refund = fc.record({
  amount: fc.integer({ min: 1, max: 100_000 }),
  state: fc.constantFrom(...REFUND_STATES),
  origin: fc.constantFrom(...REFUND_ORIGINS),
  isSeconded: fc.boolean(),
})

test('refunds that are requested, on their way or done are taken off, declined ones are not', () => {
  const refunds = [
    { amount: 500, state: 'requested' },
    { amount: 200, state: 'approved' },
    { amount: 100, state: 'done' },
    { amount: 700, state: 'declined' },
  ] as const
  expect(leftToRefund(2_880, refunds)).toBe(2_080)
})

test('up to the limit one person is enough, above it a second one must agree', () => {
  const ask = (amount: number) => ({ origin: 'staff', amount, before: [], limit: 10_000 }) as const
  expect(needsSecondPerson(ask(10_000))).toBe(false)
  expect(needsSecondPerson(ask(10_001))).toBe(true)
  expect(needsSecondPerson({ ...ask(10_001), origin: 'operator' })).toBe(true)
  expect(needsSecondPerson({ ...ask(10_001), origin: 'rule' })).toBe(false)
})

test('one person cannot refund a sum above the limit in parts', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 20 }),
      fc.array(refund, { maxLength: 5 }),
      (parts, others) => {
        const before = others.filter(({ origin, isSeconded }) => origin === 'rule' || isSeconded)
        for (const amount of parts) {
          if (needsSecondPerson({ origin: 'staff', amount, before, limit: 10_000 })) continue
          before.push({ amount, state: 'approved', origin: 'staff', isSeconded: false })
        }
        const alone = before.filter(({ origin, isSeconded }) => origin === 'staff' && !isSeconded)
        expect(alone.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(10_000)
      },
    ),
  )
})
