import { setNurseCheckoutDateSchema } from '@shop/contract/cart'
import { answerUser, readJson } from '../../platform/problems/api-answer.server.ts'
import { onlyMethods } from '../../platform/problems/only-method.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { setNurseCheckoutDate } from '../set-nurse-checkout-date.server.ts'
import type { Route } from './+types/api.set-nurse-checkout-date'

function change({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return answerUser(shop, async () => {
    return setNurseCheckoutDate({ shop, ...(await readJson(request, setNurseCheckoutDateSchema)) })
  })
}

export const loader = onlyMethods({ POST: change })
export const action = loader
