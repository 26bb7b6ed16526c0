import type { CallableRegion } from '@shop/contract/laboratories'
import type { WireMoney } from '@shop/domain/money'
import { type PlacesByName, placesByName } from './place-names.ts'

/** The places that a nurse visits. */
export interface CallableRegions {
  byId: ReadonlyMap<number, CallableRegion>
  byName: PlacesByName<CallableRegion>
  /** Changes with the list. */
  version: string
}

export const callableRegions = (
  regions: readonly CallableRegion[],
  version: string | null,
): CallableRegions => ({
  byId: new Map(regions.map((region) => [region.id, region])),
  byName: placesByName(regions, ({ name, names }) => [name, ...Object.values(names)]),
  version: version ?? '',
})

/** What a nurse's visit costs at least; null: a nurse visits no place. */
export function lowestPrice({ byId }: CallableRegions): WireMoney | null {
  const prices = [...byId.values()].map(({ price }) => price)
  return prices.toSorted((one, other) => one.price - other.price)[0] ?? null
}
