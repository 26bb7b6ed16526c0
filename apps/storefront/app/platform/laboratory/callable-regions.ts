import type { CallableRegion } from '@shop/contract/laboratories'
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
