import { CategoryPage } from '../../features/catalogue/category-page.tsx'
import { loadCategory } from '../../features/catalogue/load-category.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/categories'

export function loader({ context, params }: Route.LoaderArgs) {
  return loadCategory({ shop: context.get(shopContext), slug: params.categorySlug })
}

export default function Categories({ loaderData }: Route.ComponentProps) {
  return <CategoryPage {...loaderData} />
}
