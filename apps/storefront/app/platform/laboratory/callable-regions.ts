import type { Locale } from '@shop/contract/fields'
import type { CallableRegion } from '@shop/contract/laboratories'
import regions from '../../../../../catalogue/callable-regions.json'

export interface NamedRegion extends CallableRegion {
  names: Readonly<Partial<Record<string, string>> & Record<Locale, string>>
}

/** Places that a nurse comes to: a static list, no request is made for it. */
export const CALLABLE_REGIONS: readonly NamedRegion[] = regions
  // The build leaves out who is not, and the mark with it.
  .filter(({ isActive }) => isActive !== false)
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

/** The name as readers of a language write it. */
export function regionName({ names }: NamedRegion, language: string): string {
  return names[language] ?? names.en
}

/** Case, accents and spaces aside: ё is е, ł is l, ў is у. */
function folded(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replace(/['’ʼ`]/g, '')
    .replace(/\s+/g, ' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
}

/** The regions with their names in a language, which come with its page: the browser's own list has the other two. */
export function withNames(names: readonly string[], language: string): readonly NamedRegion[] {
  return CALLABLE_REGIONS.map((region, place) => ({
    ...region,
    names: { ...region.names, [language]: names[place] },
  }))
}

/** The region with this name in any of the languages, as somebody types it; its own language first, since some places share a name in another. */
export function findCallableRegionByName(
  name: string,
  regions: readonly NamedRegion[] = CALLABLE_REGIONS,
): NamedRegion | undefined {
  const wanted = folded(name)
  const called = (own: string) => folded(own) === wanted
  return (
    regions.find((region) => called(region.name)) ??
    regions.find(({ names }) => Object.values(names).some((own = '') => called(own)))
  )
}
