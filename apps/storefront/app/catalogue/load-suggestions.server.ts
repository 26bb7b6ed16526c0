import { SHORTEST_SEARCH_TERM } from '@shop/contract/input-lengths'
import { formatAmount, fromWire, type WireMoney } from '@shop/domain/money'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { loadSearch } from './load-search.server.ts'
import { readSearchQuery, searchAddress } from './search-query.ts'

const MOST_ANALYSES = 5
const MOST_OTHERS = 2

/** One of the suggestions shown while the visitor types. */
export interface Suggestion {
  kind: 'reason' | 'analysis' | 'profile' | 'category'
  text: string
  /** "21.90 BYN" */
  price?: string
  /** The path it leads to. */
  to: string
}

/** The search page's own answer in a few lines: reason, tests, profiles, categories. */
export async function loadSuggestions({ shop, term }: { shop: Shop; term: string }): Promise<Suggestion[]> {
  if (term.length < SHORTEST_SEARCH_TERM) return []
  const query = { ...readSearchQuery(new URLSearchParams()), term }
  const { reason, rows, profiles, foundCategories } = await loadSearch({ shop, query })
  const money = (price: WireMoney) => `${formatAmount(fromWire(price), shop.locale)} ${price.currency}`
  return [
    ...(reason
      ? [{ kind: 'reason' as const, text: reason.name, price: money(reason.price), to: searchAddress(query) }]
      : []),
    ...rows.slice(0, MOST_ANALYSES).map(({ id, name, amount, currency }) => ({
      kind: 'analysis' as const,
      text: name,
      price: `${amount} ${currency}`,
      to: pathOf('analysisInSearch', { analysisId: id }),
    })),
    ...profiles.slice(0, MOST_OTHERS).map(({ id, name, price }) => ({
      kind: 'profile' as const,
      text: name,
      price: money(price),
      to: pathOf('profileCard', { profileId: id }),
    })),
    ...foundCategories.slice(0, MOST_OTHERS).map(({ slug, name }) => ({
      kind: 'category' as const,
      text: name,
      to: pathOf('categories', { categorySlug: slug }),
    })),
  ]
}
