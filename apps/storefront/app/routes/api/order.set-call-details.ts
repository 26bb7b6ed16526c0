import { setCallDetailsSchema } from '@shop/contract/cart'
import { answerUser, readJson } from '../../api-answer.server.ts'
import { setCallDetails } from '../../features/order/set-call-details.server.ts'
import { onlyMethods } from '../../only-method.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/order.set-call-details'

function change({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return answerUser(shop, async () => {
    return setCallDetails({ shop, ...(await readJson(request, setCallDetailsSchema)) })
  })
}

export const loader = onlyMethods({ POST: change })
export const action = loader
