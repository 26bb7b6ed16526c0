import { shopContext } from '../../platform/session/shop-context.server.ts'
import { readSearchQuery } from '../search-query.ts'
import { suggest } from '../suggest.server.ts'
import type { Route } from './+types/search-suggestions'

export function loader({ context, request }: Route.LoaderArgs) {
  const { term } = readSearchQuery(new URL(request.url).searchParams)
  return suggest({ shop: context.get(shopContext), term })
}
