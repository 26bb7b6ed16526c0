import { expect, test } from 'vitest'
import { entriesInPieces, mapInPieces } from './in-pieces.ts'

test('a long list is mapped in order, and other work runs between its pieces', async () => {
  const list = Array.from({ length: 25 }, (_, index) => index)
  const seen: number[] = []
  let made = 0
  let isOver = false
  const other = () => {
    seen.push(made)
    if (!isOver) setImmediate(other)
  }
  setImmediate(other)
  const doubled = await mapInPieces(list, 10, (value) => {
    made++
    return value * 2
  })
  isOver = true
  expect(doubled).toEqual(list.map((value) => value * 2))
  expect(seen).toEqual(expect.arrayContaining([10, 20]))
})

test('an empty list has no pieces', async () => {
  expect(await Array.fromAsync(entriesInPieces([], 10))).toEqual([])
})
