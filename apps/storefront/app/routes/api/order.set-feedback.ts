import { setFeedbackSchema } from '@shop/contract/cart'
import { answerUser, readJson } from '../../api-answer.server.ts'
import { setFeedback } from '../../features/order/set-feedback.server.ts'
import { onlyMethod } from '../../only-method.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/order.set-feedback'

export const loader = onlyMethod('POST')

export function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return answerUser(shop, async () => {
    return setFeedback({ shop, feedbackDetails: await readJson(request, setFeedbackSchema) })
  })
}
