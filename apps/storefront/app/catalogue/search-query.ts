import { LONGEST_SEARCH_TERM } from '@shop/contract/input-lengths'
import { pathOf } from '../platform/navigation/navigation.ts'
export const SORTS = ['best', 'price', 'ready'] as const
export type Sort = (typeof SORTS)[number]

/** The state of the search, as in the page's address. */
export interface SearchQuery {
  term: string
  /** Id of a category. */
  category: number | undefined
  /** At most this many working days until the result. */
  readyWithin: number | undefined
  atHome: boolean
  noFasting: boolean
  sort: Sort
  /** How many pages of results are shown, from 1. */
  pages: number
}

const MOST_PAGES = 100

function positive(text: string | null, most: number): number | undefined {
  const value = Number(text)
  return Number.isInteger(value) && value > 0 && value <= most ? value : undefined
}

/** Reads the address; unknown values are ignored. */
export function readSearchQuery(search: URLSearchParams): SearchQuery {
  return {
    term: (search.get('searchNameTerm') ?? '').trim().slice(0, LONGEST_SEARCH_TERM),
    category: positive(search.get('category'), 2_147_483_647),
    readyWithin: positive(search.get('ready'), 60),
    atHome: search.get('atHome') === '1',
    noFasting: search.get('noFasting') === '1',
    sort: SORTS.find((sort) => sort === search.get('sort')) ?? 'best',
    pages: positive(search.get('pages'), MOST_PAGES) ?? 1,
  }
}

/** The address of a search; defaults are left out. A changed filter goes back to the first page. */
export function searchAddress(query: SearchQuery, change: Partial<SearchQuery> = {}): string {
  const { term, category, readyWithin, atHome, noFasting, sort, pages } = { ...query, pages: 1, ...change }
  const search = new URLSearchParams()
  if (term) search.set('searchNameTerm', term)
  if (category) search.set('category', String(category))
  if (readyWithin) search.set('ready', String(readyWithin))
  if (atHome) search.set('atHome', '1')
  if (noFasting) search.set('noFasting', '1')
  if (sort !== 'best') search.set('sort', sort)
  if (pages > 1) search.set('pages', String(pages))
  const text = search.toString()
  return text ? `${pathOf('search')}?${text}` : pathOf('search')
}
