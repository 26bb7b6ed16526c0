import { setCallDetailsSchema } from '@shop/contract/cart'
import { answerUser, readJson } from '../../api-answer.server.ts'
import { setCallDetails } from '../../features/order/set-call-details.server.ts'
import { onlyMethod } from '../../only-method.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/order.set-call-details'

export const loader = onlyMethod('POST')

export function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return answerUser(shop, async () => {
    return setCallDetails({ shop, ...(await readJson(request, setCallDetailsSchema)) })
  })
}
