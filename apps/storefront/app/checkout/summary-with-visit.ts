import { add, fromWire, toWire } from '@shop/domain/money'
import type { CartSummary } from '../cart/summarize-cart.server.ts'
import { type NamedRegion, regionName } from '../platform/laboratory/callable-regions.ts'

/** The sums with a visit to this region, as they will be once it is saved. */
export function withVisitTo(
  summary: CartSummary,
  region: NamedRegion | undefined,
  locale: string,
): CartSummary {
  const { cartTotal, delivery } = summary
  if (!delivery) return summary
  // Regions are priced in one currency only; a cart in another one cannot take it up.
  if (region?.price.currency !== cartTotal.currency) {
    return { ...summary, delivery: { regionName: null, price: null }, total: cartTotal }
  }
  return {
    ...summary,
    delivery: { regionName: regionName(region, locale), price: region.price },
    total: toWire(add(fromWire(cartTotal), fromWire(region.price))),
  }
}
