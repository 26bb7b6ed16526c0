import { searchCatalogue } from '../../features/catalogue/search-catalogue.server.ts'
import { SearchPage } from '../../features/catalogue/search-page.tsx'
import { readSearchQuery } from '../../features/catalogue/search-query.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/search'

export function loader({ context, request }: Route.LoaderArgs) {
  const query = readSearchQuery(new URL(request.url).searchParams)
  return searchCatalogue({ shop: context.get(shopContext), query })
}

export default function Search({ loaderData }: Route.ComponentProps) {
  return <SearchPage {...loaderData} />
}
