import { setNurseCheckoutDateSchema } from '@shop/contract/cart'
import { answerUser, readJson } from '../../api-answer.server.ts'
import { setNurseCheckoutDate } from '../../features/order/set-nurse-checkout-date.server.ts'
import { onlyMethod } from '../../only-method.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/order.set-nurse-checkout-date'

export const loader = onlyMethod('POST')

export function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return answerUser(shop, async () => {
    return setNurseCheckoutDate({ shop, ...(await readJson(request, setNurseCheckoutDateSchema)) })
  })
}
