import { add, fromWire, toWire, type WireMoney } from '@shop/domain/money'
import type { CartSummary } from '../cart/summarize-cart.server.ts'
import { REGION_CURRENCY, type RegionChoice } from './region-choice.ts'

/** The sums with a visit to this region, as they will be once it is saved. */
export function withVisitTo(summary: CartSummary, region: RegionChoice | undefined): CartSummary {
  const { cartTotal, delivery } = summary
  if (!delivery) return summary
  // Regions are priced in one currency only; a cart in another one cannot take it up.
  if (!region || cartTotal.currency !== REGION_CURRENCY) {
    return { ...summary, delivery: { regionName: null, price: null }, total: cartTotal }
  }
  const price: WireMoney = { price: region.price, currency: REGION_CURRENCY }
  return {
    ...summary,
    delivery: { regionName: region.shown, price },
    total: toWire(add(fromWire(cartTotal), fromWire(price))),
  }
}
