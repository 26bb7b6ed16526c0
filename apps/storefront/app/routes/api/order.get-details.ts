import { answerJson } from '../../api-answer.server.ts'
import { getDetails } from '../../features/order/get-details.server.ts'
import { onlyMethods } from '../../only-method.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/order.get-details'

function read({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return answerJson(shop, () => getDetails({ shop }))
}

export const loader = onlyMethods({ GET: read, HEAD: read })
export const action = loader
