import { EMPTY_ORDER_DETAILS, type OrderDetails } from '@shop/contract/cart'
import type { Feedback } from '@shop/contract/order-codec'
import { Problem } from '@shop/contract/problem'
import { VISIT_PROBLEM_CODES } from '@shop/contract/visits'
import { comesHome } from '@shop/domain/laboratory'
import { visitPlanOf } from '@shop/domain/visit-plan'
import { checkVisitTime, inZone } from '@shop/domain/visit-slots'
import type { HomeCall } from '../cart/cart-records.server.ts'
import { encodeOrderDetails } from '../cart/encode-cart.server.ts'
import {
  calculateOpenCart,
  changeOrderDraft,
  comingPatients,
  type OpenCart,
  openCart,
} from '../cart/open-cart.server.ts'
import { readCallableRegions } from '../platform/catalogue/catalogue-cache.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'

/** The caller's order details; empty for a guest. */
export async function getDetails({ shop }: { shop: Shop }): Promise<OrderDetails> {
  return shop.token ? answerDetails(await openCart(shop)) : EMPTY_ORDER_DETAILS
}

/** The order details of an open cart, as every order call answers them. */
function answerDetails(open: OpenCart): OrderDetails {
  return encodeOrderDetails(open, calculateOpenCart(open))
}

/**
 * Stores where and when a nurse comes, and the phone number.
 * @throws Problem `unknown_laboratory` unless a home-visit laboratory is chosen, `invalid_fields` for an
 * unknown region; otherwise as `checkVisit`
 */
export async function setHomeCall(input: {
  shop: Shop
  callStructureParams: HomeCall
}): Promise<OrderDetails> {
  const { shop, callStructureParams } = input
  if (!(await readCallableRegions(shop)).byId.has(callStructureParams.callableRegionId)) {
    const path = 'callStructureParams.callableRegionId'
    throw new Problem('invalid_fields', { errors: [{ path, message: 'unknown region' }] })
  }
  const open = await changeOrderDraft(shop, async (draft, open) => {
    const { laboratory } = open
    if (!laboratory || !comesHome(laboratory)) throw new Problem('unknown_laboratory')
    const visitDate = await checkVisit(open, callStructureParams.visitDate)
    const homeCall = { ...callStructureParams, visitDate, laboratoryId: laboratory.id }
    return { ...draft, homeCall, typedCall: null }
  })
  return answerDetails(open)
}

/**
 * Stores the time of the visit, RFC 3339. At a home-visit laboratory it is the time of the home visit described before.
 * @throws Problem `unknown_laboratory` while none is chosen; otherwise as `checkVisit`
 */
export async function setVisitTime({ shop, start }: { shop: Shop; start: string }): Promise<OrderDetails> {
  const open = await changeOrderDraft(shop, async (draft, open) => {
    const { laboratory } = open
    if (!laboratory) throw new Problem('unknown_laboratory')
    const date = await checkVisit(open, start)
    const laboratoryId = laboratory.id
    const call = comesHome(laboratory) ? draft.homeCall : null
    return {
      ...draft,
      chosenTime: { date, laboratoryId },
      ...(call ? { homeCall: { ...call, visitDate: date, laboratoryId } } : {}),
    }
  })
  return answerDetails(open)
}

/** Stores how the patient can be reached. */
export async function setFeedback(input: { shop: Shop; feedback: Feedback }): Promise<OrderDetails> {
  const { shop, feedback } = input
  return answerDetails(await changeOrderDraft(shop, (draft) => ({ ...draft, feedback })))
}

/**
 * The wanted time with the business zone's offset, if the laboratory has a free place then and enough time
 * for everyone who comes. `start` is RFC 3339 with any offset.
 * @throws Problem `unknown_laboratory` while none is chosen, `visit_…` for an invalid time, `slot_taken` if
 * no place is left
 */
export async function checkVisit(open: OpenCart, start: string): Promise<string> {
  const { shop, laboratory } = open
  if (!laboratory) throw new Problem('unknown_laboratory')
  const zone = shop.businessTimeZone
  // An empty cart counts as one person.
  const people = Math.max(1, comingPatients(open).length)
  const check = checkVisitTime({ plan: visitPlanOf(laboratory), people, start, now: shop.now(), zone })
  if (check.status === 'refused') throw new Problem(VISIT_PROBLEM_CODES[check.problem])
  const slots = await shop.api.visitSlots({ laboratoryId: laboratory.id, from: check.date, days: 1 })
  const wanted = Date.parse(check.slot.start)
  const slot = slots.find((candidate) => Date.parse(candidate.start) === wanted)
  if (!slot || slot.free === 0) throw new Problem('slot_taken')
  return inZone(check.slot.start, zone)
}
