import { createElement } from 'react'
import { expect, test } from 'vitest'
import { pageHtml } from '../testing/page-html.tsx'
import type { SearchView } from './load-search.server.ts'
import Search from './routes/search.tsx'
import { readSearchQuery, type SearchQuery, searchAddress } from './search-query.ts'

const QUERY = readSearchQuery(new URLSearchParams())
const VIEW: SearchView = {
  ...{ query: QUERY, reason: null, rows: [], total: 0, foundCount: 2, categories: [], foundCategories: [] },
  ...{ readyDates: [], atHomeCount: 0, noFastingCount: 0, profiles: [], profileCount: 0 },
  ...{ suggestions: [], visitDay: null },
} as SearchView

/** Where the search form leads with another term, as a browser reads its fields. */
function addressAfter(query: SearchQuery, term: string): string {
  const html = pageHtml(createElement(Search, { loaderData: { ...VIEW, query } } as never))
  const [form = ''] = /<form[^>]*role="search".*?<\/form>/s.exec(html) ?? []
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  return `/search?${new URLSearchParams([['searchNameTerm', term], ...fields.map(([, ...field]) => field)])}`
}

test('a filter that finds nothing is left out, unless it is on', () => {
  const pageOf = (view: Partial<SearchView>) =>
    pageHtml(createElement(Search, { loaderData: { ...VIEW, ...view } } as never), 'en')
  expect(pageOf({})).not.toMatch(/No fasting|Available at home/)
  expect(pageOf({ noFastingCount: 3 })).toContain('No fasting')
  expect(pageOf({ query: { ...QUERY, atHome: true } })).toMatch(/aria-current="true"[^>]*>Available at home/)
})

test('the form for another term keeps the filters and the sorting, as the search while typing does', () => {
  const filtered: SearchQuery = {
    ...{ term: 'iron', category: 3, readyWithin: 4, atHome: true, noFasting: true, sort: 'price', pages: 2 },
  }
  const change = { term: 'ferritin', category: undefined }
  expect(addressAfter(filtered, 'ferritin')).toBe(searchAddress(filtered, change))
  expect(addressAfter(filtered, 'ferritin')).toContain('atHome=1')
  expect(addressAfter(QUERY, 'ferritin')).toBe('/search?searchNameTerm=ferritin')
})
