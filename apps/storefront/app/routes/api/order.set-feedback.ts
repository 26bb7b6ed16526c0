import { setFeedbackSchema } from '@shop/contract/cart'
import { answerUser, readJson } from '../../api-answer.server.ts'
import { setFeedback } from '../../features/order/set-feedback.server.ts'
import { onlyMethods } from '../../only-method.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/order.set-feedback'

function change({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return answerUser(shop, async () => {
    return setFeedback({ shop, feedbackDetails: await readJson(request, setFeedbackSchema) })
  })
}

export const loader = onlyMethods({ POST: change })
export const action = loader
