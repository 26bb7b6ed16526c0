import { expect, test } from 'vitest'
import { setFeedbackSchema } from './cart.ts'
import { feedbackFromWire, feedbackToWire } from './order-codec.ts'

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
