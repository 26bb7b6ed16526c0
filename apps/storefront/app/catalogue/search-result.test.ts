import { expect, test } from 'vitest'
import { searchResult } from './search-result.ts'

const price = { id: 1, created: '', updated: '', priceListId: 1 }
const analysis = {
  id: 5,
  code: '1228',
  name: 'Ferritin',
  categories: [
    { id: 34, name: 'Iron' },
    { id: 23, name: 'Popular' },
  ],
  prices: [
    { ...price, price: 16.9, currency: 'BYN' as const },
    { ...price, price: 20.61, currency: 'PLN' as const },
  ],
}

test('the first price is the price, and category 23 makes an analysis popular', {
  tags: [
    'SPEC-3-ANALYSIS-POPULAR',
    'SPEC-3-ANALYSIS-CATEGORIES',
    'SPEC-3-ANALYSIS-FIRST-PRICE',
    'SPEC-9-POPULAR-CATEGORY',
  ],
}, () => {
  expect(searchResult(analysis)).toEqual({
    id: 5,
    code: '1228',
    name: 'Ferritin',
    isPopular: true,
    categoryIds: [34, 23],
    price: { price: 16.9, currency: 'BYN' },
  })
})

test('an empty list of prices is an error', {
  tags: ['SPEC-3-ANALYSIS-NO-PRICES', 'SPEC-5-ANALYSIS-NO-PRICES'],
}, () => {
  expect(() => searchResult({ ...analysis, prices: [] })).toThrow('An analysis has no prices')
})
