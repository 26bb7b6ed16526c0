import { shopContext } from '../../platform/session/shop-context.server.ts'
import { searchCatalogue } from '../search-catalogue.server.ts'
import { SearchPage } from '../search-page.tsx'
import { readSearchQuery } from '../search-query.ts'
import type { Route } from './+types/search'

export function loader({ context, request }: Route.LoaderArgs) {
  const query = readSearchQuery(new URL(request.url).searchParams)
  return searchCatalogue({ shop: context.get(shopContext), query })
}

export default function Search({ loaderData }: Route.ComponentProps) {
  return <SearchPage {...loaderData} />
}
