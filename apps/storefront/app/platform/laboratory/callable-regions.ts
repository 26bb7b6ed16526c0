import type { CallableRegion } from '@shop/contract/laboratories'
import type { Locale } from '@shop/domain/locale'
import regions from '../../../../../catalogue/callable-regions.json'
import { findByName } from './place-names.ts'

export interface NamedRegion extends CallableRegion {
  names: Readonly<Partial<Record<string, string>> & Record<Locale, string>>
}

/** Places that a nurse visits. A static list: it needs no request. */
export const CALLABLE_REGIONS: readonly NamedRegion[] = regions
  .filter(({ isActive }) => isActive)
  .map(({ id, name, nameEn, namePl, nameBe, price }) => ({
    id,
    name,
    names: { en: nameEn, ru: name, pl: namePl, be: nameBe },
    price: { price: price.price, currency: 'BYN' },
    isActive: true,
  }))

export function findCallableRegion(id: number): NamedRegion | undefined {
  return CALLABLE_REGIONS.find((region) => region.id === id)
}

/** The region's name in a language. */
export function regionName({ names }: NamedRegion, language: string): string {
  return names[language] ?? names.en
}

/** The region with this name in any of the languages, as people type it. */
export function findCallableRegionByName(name: string): NamedRegion | undefined {
  return findByName(name, CALLABLE_REGIONS, (region) => [region.name, ...Object.values(region.names)])
}
