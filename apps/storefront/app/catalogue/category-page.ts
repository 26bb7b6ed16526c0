import { pathOf } from '../platform/navigation/navigation.ts'

/** Rows per page: every category of a catalogue of four hundred analyses fits on one page. */
export const ROWS_PER_PAGE = 150

interface Section<Row> {
  slug: string
  name: string
  rows: readonly Row[]
}

/** The part of a category section that one page shows. */
export interface PagedSection<Row> {
  slug: string
  name: string
  rows: Row[]
}

/** The page on which a group of a category begins; pages count from 1. */
export interface GroupStart {
  slug: string
  name: string
  /** Rows on all pages. */
  count: number
  page: number
}

/** The address of a page of a category; the first page has no number. */
export function categoryAddress(slug: string, page: number): string {
  const path = pathOf('categories', { categorySlug: slug })
  return page > 1 ? `${path}?page=${page}` : path
}

/** The rows of all groups in sequence, cut into pages; null if there is no such page. */
export function pageOfSections<Row>(sections: readonly Section<Row>[], page: number) {
  const total = sections.reduce((sum, { rows }) => sum + rows.length, 0)
  const pageCount = Math.max(1, Math.ceil(total / ROWS_PER_PAGE))
  if (page > pageCount) return null
  const from = (page - 1) * ROWS_PER_PAGE
  const groups: GroupStart[] = []
  const shown: PagedSection<Row>[] = []
  let start = 0
  for (const { slug, name, rows } of sections) {
    groups.push({
      slug,
      name,
      count: rows.length,
      page: Math.min(pageCount, Math.floor(start / ROWS_PER_PAGE) + 1),
    })
    const part = rows.slice(Math.max(0, from - start), Math.max(0, from + ROWS_PER_PAGE - start))
    if (part.length > 0) shown.push({ slug, name, rows: part })
    start += rows.length
  }
  return { page, pageCount, groups, sections: shown }
}

/** Page numbers to offer: the first, the last and those around the current one; null marks a gap. */
export function pagesAround(page: number, pageCount: number): (number | null)[] {
  const numbers = [1, page - 2, page - 1, page, page + 1, page + 2, pageCount]
  const offered = [...new Set(numbers)].filter((one) => one >= 1 && one <= pageCount)
  return offered.flatMap((one, index) => (index > 0 && one > offered[index - 1]! + 1 ? [null, one] : [one]))
}
