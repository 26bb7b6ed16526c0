import { add, fromWire, toWire, type WireMoney } from '@shop/domain/money'
import type { CartSummary } from '../cart/summarize-cart.server.ts'
import { findByName } from '../platform/laboratory/place-names.ts'

/**
 * A place that a nurse comes to, as the form offers it. The list comes with the page: scripts need not bring
 * it a second time.
 */
export interface RegionChoice {
  /** In the page's language. */
  shown: string
  /** All that it is found by, its own first. */
  names: readonly string[]
  price: WireMoney['price']
}

/** All of them are priced in it. */
export const REGION_CURRENCY = 'BYN'

export function findRegionChoice(name: string, regions: readonly RegionChoice[]): RegionChoice | undefined {
  return findByName(name, regions, ({ names }) => names)
}

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
