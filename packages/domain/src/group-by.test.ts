import { expect, test } from 'vitest'
import { groupBy } from './group-by.ts'

test('items are grouped as by Map.groupBy, in their order', () => {
  const items = ['one', 'three', 'two', 'seven']
  const grouped = groupBy(items, ({ length }) => length)
  expect([...grouped]).toEqual([...Map.groupBy(items, ({ length }) => length)])
  expect([...grouped.keys()]).toEqual([3, 5])
})
