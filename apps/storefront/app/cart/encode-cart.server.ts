import { type CartAnswer, EMPTY_CART, EMPTY_ORDER_DETAILS, type OrderDetails } from '@shop/contract/cart'
import { cartAnswerToWire, cartToWire, orderDetailsToWire } from '@shop/contract/cart-codec'
import type { Analysis } from '@shop/contract/catalogue-codec'
import type { CalculatedCart } from '@shop/domain/calculate-cart'
import type { RuleApplication } from '@shop/domain/cart'
import { toWire } from '@shop/domain/money'
import { readAnalysis } from '../platform/catalogue/catalogue-cache.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import {
  calculateOpenCart,
  callRegion,
  cartProfiles,
  type OpenCart,
  openCart,
  stillAhead,
  visitStart,
} from './open-cart.server.ts'

/** The answer of every cart call for an existing cart. */
export async function encodeCartAnswer(
  open: OpenCart,
  ruleApplications: readonly RuleApplication[] = [],
): Promise<CartAnswer> {
  const calculated = calculateOpenCart(open)
  const missing = await readMissingAnalyses(open, calculated)
  const cart = cartToWire(calculated, {
    analysisOf: (id) => open.catalogue.analysesById.get(id) ?? missing.get(id),
    profilesByPatientId: await cartProfiles(open),
  })
  return cartAnswerToWire({ cart, orderDetails: encodeOrderDetails(open, calculated), ruleApplications })
}

/** Analyses that this laboratory does not offer, as the general catalogue describes them. */
async function readMissingAnalyses(
  { shop, catalogue }: OpenCart,
  { unavailable }: CalculatedCart,
): Promise<Map<number, Analysis>> {
  const ids = new Set(unavailable.map(({ analysisId }) => analysisId))
  const missing = [...ids].filter((id) => !catalogue.analysesById.has(id))
  const found = await Promise.all(missing.map((id) => readAnalysis(shop, id).catch(() => null)))
  return new Map(found.flatMap((analysis) => (analysis ? [[analysis.id, analysis] as const] : [])))
}

export function encodeOrderDetails(open: OpenCart, calculated: CalculatedCart): OrderDetails {
  const { shop, laboratory } = open
  const { chosenTime, homeCall, feedback } = open.records.draft.body
  const region = callRegion(open)
  return orderDetailsToWire({
    chosenTime:
      chosenTime?.laboratoryId === laboratory?.id ? stillAhead(open, chosenTime?.date ?? null) : null,
    homeVisit:
      region && homeCall
        ? {
            callableRegionId: homeCall.callableRegionId,
            address: homeCall.address,
            phone: homeCall.phone,
            visitDate: visitStart(open) ?? '',
            regionName: region.names[shop.locale],
          }
        : null,
    orderTotal:
      calculated.patients.length > 0 ? toWire(calculated.orderTotal) : EMPTY_ORDER_DETAILS.orderTotal,
    deliveryPrice: calculated.deliveryPrice ? toWire(calculated.deliveryPrice) : null,
    feedback,
  })
}

/** The caller's cart; empty for a guest. */
export async function getCart({ shop }: { shop: Shop }): Promise<CartAnswer> {
  if (!shop.token) return { status: 'calculated', cart: EMPTY_CART, orderDetails: EMPTY_ORDER_DETAILS }
  return encodeCartAnswer(await openCart(shop))
}
