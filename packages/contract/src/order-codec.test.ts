import { expect, test } from 'vitest'
import { setFeedbackSchema } from './cart.ts'
import { feedbackFromWire, feedbackToWire, lineFromWire, lineToWire } from './order-codec.ts'

test('contact details keep everything on their way in and out, and their order: digests of orders cover it', () => {
  const wire = { useEmail: true, usePhone: false, quickPhone: '+375290001234' }
  expect(feedbackFromWire(wire)).toEqual({ useEmail: true, usePhone: false, contactPhone: '+375290001234' })
  for (const one of [wire, { ...wire, quickPhone: null }, { useEmail: false, usePhone: true }]) {
    expect(JSON.stringify(feedbackToWire(feedbackFromWire(one)))).toBe(JSON.stringify(one))
  }
})

test('the call takes the contact phone by the specification’s name, and a refusal names it so', () => {
  const wire = { useEmail: true, usePhone: false, quickPhone: '' }
  expect(setFeedbackSchema.parse(wire)).toEqual({ useEmail: true, usePhone: false, contactPhone: '' })
  const { error } = setFeedbackSchema.safeParse({ ...wire, quickPhone: 'call me' })
  expect(error?.issues.map(({ path }) => path)).toEqual([['quickPhone']])
})

test('a line of an order has its turnaround, and goes back to the wire with its fields in the same order', () => {
  const wire = {
    kind: 'analysis' as const,
    id: 12,
    code: '2001',
    name: 'Ferritin',
    quantity: 1,
    execPeriod: 3,
    price: { price: 12.5, currency: 'BYN' as const },
  }
  const line = lineFromWire(wire)
  expect(line).toMatchObject({ code: '2001', turnaroundDays: 3 })
  expect(line).not.toHaveProperty('execPeriod')
  expect(JSON.stringify(lineToWire(line))).toBe(JSON.stringify(wire))
})
