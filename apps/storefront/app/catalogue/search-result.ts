import type { Analysis } from '@shop/contract/catalogue-codec'
import { isPopular } from '@shop/domain/category'
import type { WireMoney } from '@shop/domain/money'

/** An analysis as a list shows it: its price, and whether it is popular. */
export interface SearchResult {
  id: number
  code: string
  name: string
  isPopular: boolean
  categoryIds: readonly number[]
  /** The first price: the laboratory's own price list comes first. */
  price: WireMoney
}

/** @throws Error for an analysis without prices: the catalogue is wrong */
export function searchResult(
  analysis: Pick<Analysis, 'id' | 'code' | 'name' | 'prices' | 'categories'>,
): SearchResult {
  const { id, code, name, prices, categories } = analysis
  const [first] = prices
  if (!first) throw new Error('An analysis has no prices')
  return {
    id,
    code,
    name,
    isPopular: isPopular(categories),
    categoryIds: categories.map(({ id }) => id),
    price: { price: first.price, currency: first.currency },
  }
}
