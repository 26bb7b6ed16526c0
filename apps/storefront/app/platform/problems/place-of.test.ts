import { expect, test } from 'vitest'
import { placeOf } from './place-of.ts'

test('of an error with a message of many lines the log gets the calls alone', () => {
  const error = new Error('Failed query: insert\nparams: Anna,+375 29 123 45 67\n  street: Niamiha')
  const place = placeOf(error.stack)
  expect(place).toHaveLength(3)
  expect(place?.[0]).toContain('place-of.test.ts')
  expect(place?.join()).not.toMatch(/Anna|375|Niamiha/)
})
