import { expect, test } from 'vitest'
import { queueOf } from './task-queue.ts'

test('a limited number of tasks run at once, others wait in the order of arrival, and a wait can be ended', async () => {
  const queue = queueOf(2, 2)
  const begun: string[] = []
  const works = new Map<string, () => void>()
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve) => works.set(name, () => resolve(name)))
  }
  const first = queue.run(work('first'))
  const second = queue.run(() => Promise.reject(new Error('failed')))
  await expect(second).rejects.toThrow('failed')
  const third = queue.run(work('third'))
  await Promise.resolve()
  expect(begun).toEqual(['first', 'third'])

  const leaving = new AbortController()
  const left = queue.run(work('left'), leaving.signal)
  expect(queue.isFull()).toBe(false)
  const fourth = queue.run(work('fourth'))
  expect(queue.isFull()).toBe(true)
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  expect(queue.isFull()).toBe(false)

  const before = AbortSignal.abort(new Error('gone before'))
  await expect(queue.run(work('late'), before)).rejects.toThrow('gone before')

  works.get('first')!()
  expect(await first).toBe('first')
  await expect.poll(() => begun).toEqual(['first', 'third', 'fourth'])
  works.get('third')!()
  works.get('fourth')!()
  expect(await Promise.all([third, fourth])).toEqual(['third', 'fourth'])
})
