import { forViewer } from '../../platform/session/for-viewer.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { changeCartByForm } from '../cart-action.server.ts'
import { CartPage } from '../cart-page.tsx'
import { toldOf } from '../cart-told.tsx'
import { readCartView } from '../cart-view.server.ts'
import type { Route } from './+types/cart'

/** A guest's cart is the empty one. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const query = new URL(request.url).searchParams
  const view = shop.token ? await forViewer(shop, request, () => readCartView(shop)) : null
  return { view, told: toldOf(query), asksReset: query.get('ask') === 'reset' }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await request.formData()
  return forViewer(shop, request, () => changeCartByForm(shop, form))
}

export default function Cart({ loaderData }: Route.ComponentProps) {
  return <CartPage {...loaderData} />
}
