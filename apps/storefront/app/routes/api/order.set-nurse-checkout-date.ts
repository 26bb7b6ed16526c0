import { setNurseCheckoutDateSchema } from '@shop/contract/cart'
import { answerUser, readJson } from '../../api-answer.server.ts'
import { setNurseCheckoutDate } from '../../features/order/set-nurse-checkout-date.server.ts'
import { onlyMethods } from '../../only-method.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/order.set-nurse-checkout-date'

function change({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return answerUser(shop, async () => {
    return setNurseCheckoutDate({ shop, ...(await readJson(request, setNurseCheckoutDateSchema)) })
  })
}

export const loader = onlyMethods({ POST: change })
export const action = loader
