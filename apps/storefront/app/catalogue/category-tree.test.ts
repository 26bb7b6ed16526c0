import { expect, test } from 'vitest'
import { categoryIdsUnder, categoryTree } from './category-tree.ts'

const categories = [
  { id: 3, name: 'Biochemistry', slug: 'biochemistry', parentId: null },
  { id: 23, name: 'Popular', slug: 'popular', parentId: null },
  { id: 34, name: 'Iron', slug: 'iron', parentId: 3 },
  { id: 36, name: 'Diabetes', slug: 'diabetes', parentId: 3 },
]

test('an analysis counts once in its category and once in the parent, however many of the groups name it', () => {
  const tree = categoryTree(categories, [{ categoryIds: [3, 34, 36] }, { categoryIds: [34] }])
  expect(tree).toMatchObject([
    {
      slug: 'biochemistry',
      count: 2,
      children: [
        { slug: 'iron', count: 2 },
        { slug: 'diabetes', count: 1 },
      ],
    },
  ])
})

test('hidden and empty categories are not offered', () => {
  expect(categoryTree(categories, [{ categoryIds: [23, 34] }]).map(({ slug }) => slug)).toEqual([
    'biochemistry',
  ])
  expect(categoryTree(categories, [{ categoryIds: [23] }])).toEqual([])
})

test('the ids of a category include those below it', () => {
  expect([...categoryIdsUnder(categories, 3)]).toEqual([3, 34, 36])
  expect([...categoryIdsUnder(categories, 36)]).toEqual([36])
})
