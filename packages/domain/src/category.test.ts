import { expect, test } from 'vitest'
import { isPopular, visibleCategories } from './category.ts'

test('the six steering categories are hidden, the others keep their order', {
  tags: ['SPEC-9-HIDDEN-CATEGORIES'],
}, () => {
  const all = [30, 31, 1, 23, 24, 25, 26, 27, 28, 29].map((id) => ({ id }))
  expect(visibleCategories(all).map(({ id }) => id)).toEqual([31, 1, 27, 28])
})

test('category 23 makes an analysis popular', { tags: ['SPEC-9-POPULAR-CATEGORY'] }, () => {
  expect(isPopular([{ id: 1 }, { id: 23 }])).toBe(true)
  expect(isPopular([{ id: 1 }])).toBe(false)
})
