import { Problem } from '@shop/contract/problem'
import { answerUser } from '../../platform/problems/api-answer.server.ts'
import { isDeliberateGet } from '../../platform/problems/deliberate-get.server.ts'
import { onlyMethods } from '../../platform/problems/only-method.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { resetCart } from '../reset-cart.server.ts'
import type { Route } from './+types/api.reset-cart'

/** The specification resets with GET; that never answers a navigation, a prefetch or another site. */
function read({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return answerUser(shop, async () => {
    if (!isDeliberateGet(request)) throw new Problem('not_found')
    return resetCart({ shop })
  })
}

function change({ context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return answerUser(shop, () => resetCart({ shop }))
}

export const loader = onlyMethods({ GET: read, POST: change })
export const action = loader
