import { CategoryPage } from '../../features/catalogue/category-page.tsx'
import { loadCategory } from '../../features/catalogue/load-category.server.ts'
import { packed, unpacked } from '../../packed.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/categories'

export async function loader({ context, params }: Route.LoaderArgs) {
  return packed(await loadCategory({ shop: context.get(shopContext), slug: params.categorySlug }))
}

export default function Categories({ loaderData }: Route.ComponentProps) {
  return <CategoryPage {...unpacked(loaderData)} />
}
