import { createShopOrderSchema } from '@shop/contract/cart'
import { answerUser, readJson } from '../../platform/problems/api-answer.server.ts'
import { onlyMethods } from '../../platform/problems/only-method.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { createOrder } from '../create-order.server.ts'
import type { Route } from './+types/api.create'

function change({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return answerUser(shop, async () => {
    const { redirectUrl } = await createOrder({ shop, ...(await readJson(request, createShopOrderSchema)) })
    return { redirectUrl }
  })
}

export const loader = onlyMethods({ POST: change })
export const action = loader
