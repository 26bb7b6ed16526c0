import { answerJson } from '../../api-answer.server.ts'
import { getCart } from '../../features/cart/get-cart.server.ts'
import { onlyMethods } from '../../only-method.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/cart.get-cart'

function read({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return answerJson(shop, () => getCart({ shop }))
}

export const loader = onlyMethods({ GET: read, HEAD: read })
export const action = loader
