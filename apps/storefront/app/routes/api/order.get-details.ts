import { answerJson } from '../../api-answer.server.ts'
import { getDetails } from '../../features/order/get-details.server.ts'
import { onlyMethod } from '../../only-method.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/order.get-details'

export function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return answerJson(shop, () => getDetails({ shop }))
}

export const action = onlyMethod('GET')
