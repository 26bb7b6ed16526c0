import type { WireMoney } from '@shop/domain/money'
import { findByName } from '../platform/laboratory/place-names.ts'

/** A place that a nurse comes to, as the form offers it. The list comes with the page: scripts need not bring it a second time. */
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
