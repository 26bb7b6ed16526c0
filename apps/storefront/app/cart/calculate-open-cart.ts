import type { CallableRegion, WireLaboratory } from '@shop/contract/laboratories'
import { todayIn } from '@shop/domain/age'
import { type CalculatedCart, calculateCart } from '@shop/domain/calculate-cart'
import type { Assortment, Cart, CartPatient } from '@shop/domain/cart'
import { comesHome } from '@shop/domain/laboratory'
import { fromWire, ORDER_CURRENCY } from '@shop/domain/money'
import type { CallableRegions } from '../platform/laboratory/callable-regions.ts'
import type { OrderDraftBody } from './cart-bodies.ts'

interface CartInput {
  cart: Cart
  draft: OrderDraftBody
  patients: readonly CartPatient[]
  laboratory: WireLaboratory | undefined
  regions: CallableRegions | undefined
  assortment: Assortment
  businessTimeZone: string
  now: Date
}

/** The cart without patients the user no longer has: a deleted patient's lines are dropped. */
export function withoutUnknownPatients(cart: Cart, patients: readonly CartPatient[]): Cart {
  const known = new Set(patients.map(({ id }) => id))
  if (Object.keys(cart.analysisIdsByPatientId).every((id) => known.has(id))) return cart
  const ofKnown = <T>(record: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(record).filter(([id]) => known.has(id)))
  return {
    analysisIdsByPatientId: ofKnown(cart.analysisIdsByPatientId),
    materialDecisions: ofKnown(cart.materialDecisions),
    pregnantPatientIds: cart.pregnantPatientIds.filter((id) => known.has(id)),
    ...(cart.profilesByPatientId ? { profilesByPatientId: ofKnown(cart.profilesByPatientId) } : {}),
  }
}

/** Start of the visit chosen at this laboratory, RFC 3339, even if it has passed; null if none is chosen. */
export function chosenStart(draft: OrderDraftBody, laboratory: WireLaboratory | undefined): string | null {
  if (!laboratory) return null
  if (comesHome(laboratory)) {
    const { visitDate = '', laboratoryId = laboratory.id } = draft.homeCall ?? {}
    return laboratoryId === laboratory.id ? visitDate || null : null
  }
  const { chosenTime } = draft
  return chosenTime?.laboratoryId === laboratory.id ? chosenTime.date : null
}

/** A stored time, if it is still ahead. */
export function stillAhead(start: string | null, now: Date): string | null {
  return start !== null && Date.parse(start) >= now.getTime() ? start : null
}

/** Start of the upcoming visit at this laboratory, RFC 3339; null also if the chosen time has passed. */
export function visitStart(
  draft: OrderDraftBody,
  laboratory: WireLaboratory | undefined,
  now: Date,
): string | null {
  return stillAhead(chosenStart(draft, laboratory), now)
}

/** The date for which ages are computed: the visit's, or else today, in the business time zone. */
export function rulesDate(
  input: Pick<CartInput, 'draft' | 'laboratory' | 'businessTimeZone' | 'now'>,
): string {
  const start = visitStart(input.draft, input.laboratory, input.now)
  return todayIn(input.businessTimeZone, start ? new Date(start) : input.now)
}

/** The region of a home visit; undefined at a branch and until one is chosen. */
export function callRegion({
  draft,
  laboratory,
  regions,
}: Pick<CartInput, 'draft' | 'laboratory' | 'regions'>): CallableRegion | undefined {
  if (!laboratory || !comesHome(laboratory) || !draft.homeCall) return undefined
  return regions?.byId.get(draft.homeCall.callableRegionId)
}

export function calculateOpenCart(input: CartInput): CalculatedCart {
  const { patients, assortment, laboratory } = input
  const region = callRegion(input)
  return calculateCart({
    cart: withoutUnknownPatients(input.cart, patients),
    patients,
    assortment,
    onDate: rulesDate(input),
    deliveryPrice: region ? fromWire(region.price) : null,
    // Known before a region is chosen.
    deliveryCurrency: laboratory && comesHome(laboratory) ? ORDER_CURRENCY : undefined,
  })
}
