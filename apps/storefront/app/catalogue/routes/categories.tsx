import { shopContext } from '../../platform/session/shop-context.server.ts'
import { CategoryPage } from '../category-page.tsx'
import { loadCategory } from '../load-category.server.ts'
import type { Route } from './+types/categories'

export function loader({ context, params }: Route.LoaderArgs) {
  return loadCategory({ shop: context.get(shopContext), slug: params.categorySlug })
}

export default function Categories({ loaderData }: Route.ComponentProps) {
  return <CategoryPage {...loaderData} />
}
