import { expect, test } from 'vitest'
import { isPopular, visibleCategories } from './category.ts'

// proves SPEC-9-HIDDEN-CATEGORIES
test('the six steering categories are hidden, the others keep their order', () => {
  const all = [30, 31, 1, 23, 24, 25, 26, 27, 28, 29].map((id) => ({ id }))
  expect(visibleCategories(all).map(({ id }) => id)).toEqual([31, 1, 27, 28])
})

// proves SPEC-9-POPULAR-CATEGORY
test('category 23 makes an analysis popular', () => {
  expect(isPopular([{ id: 1 }, { id: 23 }])).toBe(true)
  expect(isPopular([{ id: 1 }])).toBe(false)
})
