import { add, fromWire, type ORDER_CURRENCY, toWire, type WireMoney } from '@shop/domain/money'
import type { CartSummary } from '../cart/summarize-cart.server.ts'
import { findByName } from '../platform/laboratory/place-names.ts'

/**
 * A place for home visits, as the form offers it. The list is part of the page's data, so that the scripts
 * need not contain it again.
 */
export interface RegionChoice {
  /** The name in the page's language. */
  shown: string
  /** All names that find it, its own first. */
  names: readonly string[]
  price: WireMoney['price']
}

/** The currency of all of their prices. Only the type is imported: the constant would make the scripts larger. */
export const REGION_CURRENCY: typeof ORDER_CURRENCY = 'BYN'

export function findRegionChoice(name: string, regions: readonly RegionChoice[]): RegionChoice | undefined {
  return findByName(name, regions, ({ names }) => names)
}

/** The sums with a visit to this region, as they will be once it is saved. */
export function withVisitTo(summary: CartSummary, region: RegionChoice | undefined): CartSummary {
  const { cartTotal, delivery } = summary
  if (!delivery) return summary
  // Regions are priced in one currency; a cart in another one cannot include it.
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
