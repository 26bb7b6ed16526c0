import { expect, test } from 'vitest'
import { pageNumber } from '../platform/navigation/navigation.ts'
import { categoryAddress, pageOfSections, pagesAround, ROWS_PER_PAGE } from './category-page.ts'

const rows = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index)
const SIZES = [ROWS_PER_PAGE - 10, 30, 0, 2 * ROWS_PER_PAGE]
const sections = SIZES.map((size, index) => ({
  slug: `group-${index}`,
  name: `Group ${index}`,
  rows: rows(size, index * 1000),
}))

test('the pages of a category together show each row once, in the order of the groups', () => {
  const pages = [1, 2, 3, 4].map((page) => pageOfSections(sections, page)!)
  expect(pages.map(({ pageCount }) => pageCount)).toEqual([4, 4, 4, 4])
  const shown = pages.flatMap((page) => page.sections.flatMap((section) => section.rows))
  expect(shown).toEqual(sections.flatMap((section) => section.rows))
  for (const page of pages)
    expect(page.sections.reduce((sum, section) => sum + section.rows.length, 0)).toBeLessThanOrEqual(
      ROWS_PER_PAGE,
    )
  expect(pageOfSections(sections, 5)).toBeNull()
})

test('every page lists each group with its first page and its total number of rows', () => {
  const { groups } = pageOfSections(sections, 3)!
  expect(groups.map(({ slug, count, page }) => [slug, count, page])).toEqual([
    ['group-0', ROWS_PER_PAGE - 10, 1],
    ['group-1', 30, 1],
    ['group-2', 0, 2],
    ['group-3', 2 * ROWS_PER_PAGE, 2],
  ])
})

test('an empty category is one page', () => {
  expect(pageOfSections([], 1)).toEqual({ page: 1, pageCount: 1, groups: [], sections: [] })
})

test.each([
  ['', 1],
  ['page=2', 2],
  ['page=0', 1],
  ['page=-1', 1],
  ['page=1e3', 1],
  ['page=9999999', 1],
  ['page=nonsense', 1],
])('the address "%s" names page %i', (search, page) => {
  expect(pageNumber(new URLSearchParams(search))).toBe(page)
})

test('the first page has the category’s own address', () => {
  expect(categoryAddress('hormones', 1)).toBe('/categories/hormones')
  expect(categoryAddress('hormones', 3)).toBe('/categories/hormones?page=3')
})

test('page numbers are offered around the current page, with the first and the last', () => {
  expect(pagesAround(1, 1)).toEqual([1])
  expect(pagesAround(1, 60)).toEqual([1, 2, 3, null, 60])
  expect(pagesAround(30, 60)).toEqual([1, null, 28, 29, 30, 31, 32, null, 60])
  expect(pagesAround(60, 60)).toEqual([1, null, 58, 59, 60])
})
