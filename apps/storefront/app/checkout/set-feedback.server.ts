import type { OrderDetails } from '@shop/contract/cart'
import type { FeedbackDetails } from '@shop/contract/orders'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { answerDetails } from './answer-details.server.ts'
import { changeOrderDraft } from './change-order-draft.server.ts'

/** Keeps how the patient may be reached. */
export async function setFeedback(input: {
  shop: Shop
  feedbackDetails: FeedbackDetails
}): Promise<OrderDetails> {
  const { shop, feedbackDetails } = input
  return answerDetails(await changeOrderDraft(shop, (draft) => ({ ...draft, feedbackDetails })))
}
