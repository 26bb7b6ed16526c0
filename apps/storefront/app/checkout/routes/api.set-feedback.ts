import { setFeedbackSchema } from '@shop/contract/cart'
import { answerUser, readJson } from '../../platform/problems/api-answer.server.ts'
import { onlyMethods } from '../../platform/problems/only-method.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { setFeedback } from '../set-feedback.server.ts'
import type { Route } from './+types/api.set-feedback'

function change({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return answerUser(shop, async () => {
    return setFeedback({ shop, feedbackDetails: await readJson(request, setFeedbackSchema) })
  })
}

export const loader = onlyMethods({ POST: change })
export const action = loader
