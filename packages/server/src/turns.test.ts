import { expect, test } from 'vitest'
import { turnsOf } from './turns.ts'

test('a limited number of tasks run at once, others wait in the order of arrival, and a wait can be ended', async () => {
  const turns = turnsOf(2, 2)
  const begun: string[] = []
  const works = new Map<string, () => void>()
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve) => works.set(name, () => resolve(name)))
  }
  const first = turns.take(work('first'))
  const second = turns.take(() => Promise.reject(new Error('failed')))
  await expect(second).rejects.toThrow('failed')
  const third = turns.take(work('third'))
  await Promise.resolve()
  expect(begun).toEqual(['first', 'third'])

  const leaving = new AbortController()
  const left = turns.take(work('left'), leaving.signal)
  expect(turns.isFull()).toBe(false)
  const fourth = turns.take(work('fourth'))
  expect(turns.isFull()).toBe(true)
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  expect(turns.isFull()).toBe(false)

  const before = AbortSignal.abort(new Error('gone before'))
  await expect(turns.take(work('late'), before)).rejects.toThrow('gone before')

  works.get('first')!()
  expect(await first).toBe('first')
  await expect.poll(() => begun).toEqual(['first', 'third', 'fourth'])
  works.get('third')!()
  works.get('fourth')!()
  expect(await Promise.all([third, fourth])).toEqual(['third', 'fourth'])
})
