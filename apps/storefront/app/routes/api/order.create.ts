import { createShopOrderSchema } from '@shop/contract/cart'
import { answerUser, readJson } from '../../api-answer.server.ts'
import { createOrder } from '../../features/order/create-order.server.ts'
import { onlyMethods } from '../../only-method.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/order.create'

function change({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return answerUser(shop, async () => {
    const { redirectUrl } = await createOrder({ shop, ...(await readJson(request, createShopOrderSchema)) })
    return { redirectUrl }
  })
}

export const loader = onlyMethods({ POST: change })
export const action = loader
