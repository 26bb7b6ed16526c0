import type { WireLaboratory } from '@shop/contract/laboratories'
import { todayIn } from '@shop/domain/age'
import { type CalculatedCart, calculateCart } from '@shop/domain/calculate-cart'
import type { Assortment, CartDocument, CartPatient } from '@shop/domain/cart'
import { fromWire, type Money } from '@shop/domain/money'
import { findCallableRegion, type NamedRegion } from '../callable-regions.ts'
import type { OrderDraftBody } from './cart-bodies.ts'

interface CartInput {
  cart: CartDocument
  draft: OrderDraftBody
  patients: readonly CartPatient[]
  laboratory: WireLaboratory | undefined
  assortment: Assortment
  businessTimeZone: string
  now: Date
}

/** The cart without patients that are no longer the user's: a deleted patient takes his lines along. */
export function withoutUnknownPatients(cart: CartDocument, patients: readonly CartPatient[]): CartDocument {
  const known = new Set(patients.map(({ id }) => id))
  if (Object.keys(cart.analysisIdsByPatientId).every((id) => known.has(id))) return cart
  const ofKnown = <T>(record: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(record).filter(([id]) => known.has(id)))
  return {
    analysisIdsByPatientId: ofKnown(cart.analysisIdsByPatientId),
    isBoughtOptionalMaterialMap: ofKnown(cart.isBoughtOptionalMaterialMap),
    pregnantPatientIds: cart.pregnantPatientIds.filter((id) => known.has(id)),
  }
}

/** Start of the chosen visit at this laboratory, RFC 3339; null while none is chosen there. */
export function visitStart(draft: OrderDraftBody, laboratory: WireLaboratory | undefined): string | null {
  if (!laboratory) return null
  if (laboratory.type !== 'PHYSICAL') return draft.callDetails?.visitDate || null
  const chosen = draft.nurseCheckout
  return chosen?.laboratoryId === laboratory.id ? chosen.date : null
}

/** The date on which ages count: the visit's, else today, in the business zone. */
export function rulesDate(
  input: Pick<CartInput, 'draft' | 'laboratory' | 'businessTimeZone' | 'now'>,
): string {
  const start = visitStart(input.draft, input.laboratory)
  return todayIn(input.businessTimeZone, start ? new Date(start) : input.now)
}

/** The region a nurse is called to; undefined at a branch and while none is chosen. */
export function callRegion(
  draft: OrderDraftBody,
  laboratory: WireLaboratory | undefined,
): NamedRegion | undefined {
  if (!laboratory || laboratory.type === 'PHYSICAL' || !draft.callDetails) return undefined
  return findCallableRegion(draft.callDetails.callableRegionId)
}

function deliveryPrice(input: CartInput): Money | null {
  const region = callRegion(input.draft, input.laboratory)
  const price = region ? fromWire(region.price) : null
  // Regions are priced in one currency only; a cart in another one cannot take it up.
  return price?.currency === input.assortment.currency ? price : null
}

type Calculation = Parameters<typeof calculateCart>[0] & { result: CalculatedCart }
const lastCalculations = new WeakMap<CartDocument, Calculation>()

/** The cart, calculated. A change asks for it twice, for what it stores and for what it answers; one cart of many people takes a while. */
export function calculateOpenCart(input: CartInput): CalculatedCart {
  const { cart, patients, assortment } = input
  const onDate = rulesDate(input)
  const price = deliveryPrice(input)
  const last = lastCalculations.get(cart)
  const isSame =
    last?.patients === patients &&
    last.assortment === assortment &&
    last.onDate === onDate &&
    last.deliveryPrice?.amount === price?.amount
  if (last && isSame) return last.result
  const known = withoutUnknownPatients(cart, patients)
  const calculation = { cart: known, patients, assortment, onDate, deliveryPrice: price }
  const result = calculateCart(calculation)
  lastCalculations.set(cart, { ...calculation, result })
  return result
}
