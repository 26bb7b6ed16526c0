import type { OrderDetails } from '@shop/contract/cart'
import { Problem } from '@shop/contract/problem'
import { comesHome } from '@shop/domain/laboratory'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { answerDetails } from './answer-details.server.ts'
import { changeOrderDraft } from './change-order-draft.server.ts'
import { checkVisit } from './check-visit.server.ts'

/**
 * Keeps the time of the visit. At a callable laboratory it is the time of the call that is described already.
 * @throws Problem `unknown_laboratory` while none is chosen; otherwise as `checkVisit`
 */
export async function setNurseCheckoutDate(input: {
  shop: Shop
  nurseCheckoutDate: string
}): Promise<OrderDetails> {
  const { shop } = input
  const open = await changeOrderDraft(shop, async (draft, { laboratory }) => {
    if (!laboratory) throw new Problem('unknown_laboratory')
    const date = await checkVisit({ shop, laboratory, start: input.nurseCheckoutDate })
    const isCall = comesHome(laboratory)
    return {
      ...draft,
      nurseCheckout: { date, laboratoryId: laboratory.id },
      ...(isCall && draft.callDetails ? { callDetails: { ...draft.callDetails, visitDate: date } } : {}),
    }
  })
  return answerDetails(open)
}
