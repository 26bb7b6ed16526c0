import { setCallDetailsSchema } from '@shop/contract/cart'
import { answerUser, readJson } from '../../platform/problems/api-answer.server.ts'
import { onlyMethods } from '../../platform/problems/only-method.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { setCallDetails } from '../set-call-details.server.ts'
import type { Route } from './+types/api.set-call-details'

function change({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return answerUser(shop, async () => {
    return setCallDetails({ shop, ...(await readJson(request, setCallDetailsSchema)) })
  })
}

export const loader = onlyMethods({ POST: change })
export const action = loader
