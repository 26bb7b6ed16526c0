import { expect, test } from 'vitest'
import { Problem, problemResponse } from './problem.ts'

const total = { price: 1, currency: 'BYN' } as const

test('a problem with a missing, a wrong or an unknown member does not compile', async () => {
  // @ts-expect-error no details
  const missing = [new Problem('price_changed')]
  // @ts-expect-error details without the member
  missing.push(new Problem('wrong_pin', { retryAfter: 1 }))
  // @ts-expect-error a wrong member
  new Problem('wrong_pin', { extension: { remainingAttempts: '2' } })
  // @ts-expect-error a member that the code does not have
  new Problem('wrong_pin', { extension: { remainingAttempts: 2, more: 1 } })
  // @ts-expect-error a code without members
  new Problem('conflict', { extension: { version: 1 } })
  // @ts-expect-error one of two codes needs a member
  new Problem(missing.length > 0 ? 'wrong_pin' : 'conflict')
  new Problem(missing.length > 0 ? 'not_found' : 'conflict')
  new Problem('stale_write')
  const { details } = new Problem('price_changed', { extension: { total } })
  expect(details.extension).toEqual({ total })
  const answer = problemResponse(new Problem('wrong_pin', { extension: { remainingAttempts: 2 } }))
  expect(await answer.json()).toMatchObject({ code: 'wrong_pin', remainingAttempts: 2 })
})
