import type { CallableRegion } from '@shop/contract/laboratories'
import regions from '../../../../../catalogue/callable-regions.json'

export interface NamedRegion extends CallableRegion {
  nameEn: string
}

/** Places that a nurse comes to: a static list, no request is made for it. */
export const CALLABLE_REGIONS: readonly NamedRegion[] = regions
  .filter(({ isActive }) => isActive)
  .map(({ id, name, nameEn, price, isActive }) => ({
    id,
    name,
    nameEn,
    price: { price: price.price, currency: 'BYN' },
    isActive,
  }))

export function findCallableRegion(id: number): NamedRegion | undefined {
  return CALLABLE_REGIONS.find((region) => region.id === id)
}

/** The name as readers of a language write it: Cyrillic for Russian and Belarusian, else Latin letters. */
export function regionName(region: NamedRegion, locale: string): string {
  return locale === 'ru' || locale === 'be' ? region.name : region.nameEn
}

/** Case, ё and spaces aside; Cyrillic or Latin name. */
function folded(name: string): string {
  return name.trim().toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ')
}

/** The region with this name in either script, as somebody types it. */
export function findCallableRegionByName(name: string): NamedRegion | undefined {
  const wanted = folded(name)
  return CALLABLE_REGIONS.find((region) => folded(region.name) === wanted || folded(region.nameEn) === wanted)
}
