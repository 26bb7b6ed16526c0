import { createShopOrderSchema } from '@shop/contract/cart'
import { answerUser, readJson } from '../../api-answer.server.ts'
import { createOrder } from '../../features/order/create-order.server.ts'
import { onlyMethod } from '../../only-method.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/order.create'

export const loader = onlyMethod('POST')

export function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return answerUser(shop, async () => {
    const { redirectUrl } = await createOrder({ shop, ...(await readJson(request, createShopOrderSchema)) })
    return { redirectUrl }
  })
}
