import { answerJson } from '../../platform/problems/api-answer.server.ts'
import { onlyMethods } from '../../platform/problems/only-method.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { getDetails } from '../get-details.server.ts'
import type { Route } from './+types/api.get-details'

function read({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return answerJson(shop, () => getDetails({ shop }))
}

export const loader = onlyMethods({ GET: read, HEAD: read })
export const action = loader
