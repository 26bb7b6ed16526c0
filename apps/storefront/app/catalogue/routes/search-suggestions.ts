import { shopContext } from '../../platform/session/shop-context.server.ts'
import { loadSuggestions } from '../load-suggestions.server.ts'
import { readSearchQuery } from '../search-query.ts'
import type { Route } from './+types/search-suggestions'

export function loader({ context, url }: Route.LoaderArgs) {
  const { term } = readSearchQuery(url.searchParams)
  return loadSuggestions({ shop: context.get(shopContext), term })
}
