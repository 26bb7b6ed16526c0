import { expect, test } from 'vitest'
import { madeOnce, madeOnceFor } from './made-once.ts'

test('a result is made once for the same arguments', () => {
  let times = 0
  const made = madeOnce((name: string, count: number) => `${name} ${count} ${++times}`)
  expect([made('a', 1), made('a', 1), made('a', 2), made('b', 1)]).toEqual([
    'a 1 1',
    'a 1 1',
    'a 2 2',
    'b 1 3',
  ])
})

test('what is made from an object is made once for it and the same arguments, and not for an equal object', () => {
  let times = 0
  const made = madeOnceFor((source: { version: number }, locale: string) => ({
    source,
    locale,
    times: ++times,
  }))
  const [one, other] = [{ version: 1 }, { version: 1 }]
  expect(made(one, 'en')).toBe(made(one, 'en'))
  expect(made(one, 'en')).toMatchObject({ source: one, locale: 'en', times: 1 })
  expect(made(one, 'ru').times).toBe(2)
  expect(made(other, 'en').source).toBe(other)
  expect(times).toBe(3)
})
