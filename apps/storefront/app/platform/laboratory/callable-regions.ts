import type { CallableRegion } from '@shop/contract/laboratories'
import { findByName } from './place-names.ts'

/** The places that a nurse visits, by id. */
export type CallableRegions = ReadonlyMap<number, CallableRegion>

/** The region with this name in any of the languages, as people type it. */
export function findRegionByName(name: string, regions: CallableRegions): CallableRegion | undefined {
  return findByName(name, [...regions.values()], (region) => [region.name, ...Object.values(region.names)])
}
