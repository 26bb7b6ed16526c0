import { expect, test } from 'vitest'
import { readSearchQuery, searchAddress } from './search-query.ts'

test('an address is read and written back unchanged', () => {
  const address = '/search?searchNameTerm=iron&category=34&ready=4&atHome=1&noFasting=1&sort=price&pages=2'
  const query = readSearchQuery(new URL(address, 'http://shop').searchParams)
  expect(query).toEqual({
    term: 'iron',
    category: 34,
    readyWithin: 4,
    atHome: true,
    noFasting: true,
    sort: 'price',
    pages: 2,
  })
  expect(searchAddress(query, { pages: 2 })).toBe(address)
})

test('unknown values are ignored', () => {
  const query = readSearchQuery(new URLSearchParams('category=x&ready=-1&sort=worst&pages=0&atHome=yes'))
  expect(searchAddress(query)).toBe('/search')
})

test('a changed filter goes back to the first page', () => {
  const query = readSearchQuery(new URLSearchParams('searchNameTerm=fe&pages=3'))
  expect(searchAddress(query, { category: 34 })).toBe('/search?searchNameTerm=fe&category=34')
})

test('a term is trimmed and limited in length', () => {
  expect(readSearchQuery(new URLSearchParams({ searchNameTerm: `  ${'x'.repeat(500)}` })).term).toHaveLength(
    200,
  )
})
