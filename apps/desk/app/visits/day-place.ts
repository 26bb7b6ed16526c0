import type { DayOfVisits } from '@shop/contract/desk-day'
import { groupBy } from '@shop/domain/group-by'
import type { VisitKind } from '@shop/domain/laboratory'
import type { SelectGroup, SelectOption } from '@shop/storefront/ui/select-field.tsx'
import type { Texts } from '@shop/texts/create-texts'
import { addressOf, laboratoryOption } from './laboratory-name.tsx'

interface Laboratory {
  id: number
  city: string
  address: string
  visitKind: VisitKind
}

interface AskedPlace {
  laboratoryId?: number
  city?: string
  callableRegionId?: number
}

export interface Places extends Pick<DayOfVisits, 'regions'> {
  laboratories: readonly Laboratory[]
  /** The chosen place, as in the address. */
  place: string
}

const CITY = 'city:'
const HOME = 'home:'

/**
 * What `place` in an address asks for: a laboratory, a whole city, or the home visits in one place.
 * Anything else means everywhere.
 */
export function askedPlace(place: string | null): AskedPlace {
  if (!place) return {}
  if (place.startsWith(CITY)) return place.length > CITY.length ? { city: place.slice(CITY.length) } : {}
  const isHome = place.startsWith(HOME)
  const id = Number(isHome ? place.slice(HOME.length) : place)
  if (!Number.isSafeInteger(id) || id <= 0) return {}
  return isHome ? { callableRegionId: id } : { laboratoryId: id }
}

/** Everywhere, then cities with several visible laboratories, then the laboratories, then the day's home visits. */
export function placeOptions(
  { laboratories, regions, place }: Places,
  texts: Texts,
): (SelectOption | SelectGroup)[] {
  const { t } = texts
  const cities = [...groupBy(laboratories, ({ city }) => city)].filter(([, there]) => there.length > 1)
  const asked = askedPlace(place).callableRegionId
  // There are no visits there on this day: it was chosen on another one.
  const none =
    asked && !regions.some(({ id }) => id === asked)
      ? [{ value: place, label: t('desk:today.placeEmpty') }]
      : []
  const groups = [
    {
      label: t('desk:today.cities'),
      options: cities.map(([city]) => ({ value: `${CITY}${city}`, label: city, lang: 'ru' })),
    },
    {
      label: t('desk:today.laboratories'),
      options: laboratories.map((laboratory) => laboratoryOption(laboratory, texts)),
    },
    {
      label: t('laboratories.visits'),
      options: [
        ...none,
        ...regions.map(({ id, name, visits }) => ({ value: `${HOME}${id}`, label: `${name} (${visits})` })),
      ],
    },
  ]
  return [
    { value: '', label: t('desk:today.everywhere') },
    ...groups.filter(({ options }) => options.length > 0),
  ]
}

/** The chosen place by name; null if there is no such place, or everywhere is chosen. */
export function placeName(places: Places): { name: string; lang?: string } | null {
  const { laboratoryId, city, callableRegionId } = askedPlace(places.place)
  if (city !== undefined) return { name: city, lang: 'ru' }
  const laboratory = places.laboratories.find(({ id }) => id === laboratoryId)
  if (laboratory) return { name: addressOf(laboratory), lang: 'ru' }
  const region = places.regions.find(({ id }) => id === callableRegionId)
  return region ? { name: region.name } : null
}
