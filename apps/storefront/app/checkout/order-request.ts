import { createHash } from 'node:crypto'
import type { WireLaboratory } from '@shop/contract/laboratories'
import { feedbackToWire } from '@shop/contract/order-codec'
import type { CreateOrder, OrderVisit } from '@shop/contract/orders'
import type { CalculatedCart } from '@shop/domain/calculate-cart'
import type { Cart, PatientProfiles } from '@shop/domain/cart'
import { comesHome } from '@shop/domain/laboratory'
import type { Locale } from '@shop/domain/locale'
import { toWire } from '@shop/domain/money'
import { chosenStart } from '../cart/calculate-open-cart.ts'
import type { OrderDraftBody } from '../cart/cart-bodies.ts'

/**
 * The visit as the main API expects it; null while it is not chosen. A time that has passed is left to the
 * main API to refuse: if it already has this order, it still answers with it.
 */
export function orderVisit(draft: OrderDraftBody, laboratory: WireLaboratory): OrderVisit | null {
  const start = chosenStart(draft, laboratory)
  if (!start) return null
  if (!comesHome(laboratory)) return { kind: 'branch', start }
  if (!draft.homeCall) return null
  const { callableRegionId, address, phone } = draft.homeCall
  return { kind: 'homeCall', start, callableRegionId, address, phone }
}

export function orderRequest(input: {
  cart: Cart
  calculated: CalculatedCart
  draft: OrderDraftBody
  laboratory: WireLaboratory
  visit: OrderVisit
  locale: Locale
}): CreateOrder {
  const { cart, calculated, draft, laboratory, visit, locale } = input
  const pregnant = new Set(cart.pregnantPatientIds)
  return {
    laboratoryId: laboratory.id,
    patients: calculated.patients.map(({ patientId, analysisIds }) => ({
      patientId,
      analysisIds: [...analysisIds],
      optionalMaterials: { ...cart.materialDecisions[patientId] },
      pregnant: pregnant.has(patientId),
      ...profilesOf(cart.profilesByPatientId?.[patientId]),
    })),
    visit,
    feedback: feedbackToWire(draft.feedback),
    expectedTotal: toWire(calculated.orderTotal),
    locale,
  }
}

/**
 * A short digest of what is ordered, where and when, apart from its price: a page sends back the one that it showed,
 * since another tab or device may have changed the cart or the visit.
 */
export function orderDigest({ laboratoryId, patients, visit, feedback }: CreateOrder): string {
  const seen = JSON.stringify([laboratoryId, patients, visit, feedback])
  return createHash('sha256').update(seen).digest('base64url').slice(0, 22)
}

function profilesOf(
  profiles: PatientProfiles | undefined,
): Pick<CreateOrder['patients'][number], 'profiles'> {
  if (!profiles) return {}
  return {
    profiles: Object.entries(profiles).map(([profileId, analysisIds]) => ({
      profileId: Number(profileId),
      analysisIds: [...analysisIds],
    })),
  }
}
