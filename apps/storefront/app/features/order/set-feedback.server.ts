import type { OrderDetails } from '@shop/contract/cart'
import type { FeedbackDetails } from '@shop/contract/orders'
import type { Shop } from '../../shop-context.server.ts'
import { changeOrderDraft } from '../../storage/change-order-draft.server.ts'
import { answerDetails } from './answer-details.server.ts'

/** Keeps how the patient may be reached. */
export async function setFeedback(input: {
  shop: Shop
  feedbackDetails: FeedbackDetails
}): Promise<OrderDetails> {
  const { shop, feedbackDetails } = input
  return answerDetails(await changeOrderDraft(shop, (draft) => ({ ...draft, feedbackDetails })))
}
