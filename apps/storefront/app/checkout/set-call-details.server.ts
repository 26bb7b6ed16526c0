import type { OrderDetails } from '@shop/contract/cart'
import { Problem } from '@shop/contract/problem'
import { comesHome } from '@shop/domain/laboratory'
import type { CallDetails } from '../cart/cart-bodies.ts'
import { findCallableRegion } from '../platform/laboratory/callable-regions.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { answerDetails } from './answer-details.server.ts'
import { changeOrderDraft } from './change-order-draft.server.ts'
import { checkVisit } from './check-visit.server.ts'

/**
 * Keeps where, when and at which phone a nurse is called to.
 * @throws Problem `unknown_laboratory` while no callable one is chosen, `invalid_fields` for an unknown region; otherwise as `checkVisit`
 */
export async function setCallDetails(input: {
  shop: Shop
  callStructureParams: CallDetails
}): Promise<OrderDetails> {
  const { shop, callStructureParams } = input
  if (!findCallableRegion(callStructureParams.callableRegionId)) {
    const path = 'callStructureParams.callableRegionId'
    throw new Problem('invalid_fields', { errors: [{ path, message: 'unknown region' }] })
  }
  const open = await changeOrderDraft(shop, async (draft, { laboratory }) => {
    if (!laboratory || !comesHome(laboratory)) throw new Problem('unknown_laboratory')
    const visitDate = await checkVisit({ shop, laboratory, start: callStructureParams.visitDate })
    return { ...draft, callDetails: { ...callStructureParams, visitDate }, typedCall: null }
  })
  return answerDetails(open)
}
