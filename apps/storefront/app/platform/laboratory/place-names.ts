import { foldName } from '@shop/domain/fold-name'

/** Places by each of their names, folded. */
export type PlacesByName<Place> = ReadonlyMap<string, Place>

/**
 * Places by their names in every language, for `findByName`. Some share a name in another language: then the place
 * whose first name it is takes precedence.
 */
export function placesByName<Place>(
  places: readonly Place[],
  namesOf: (place: Place) => readonly string[],
): PlacesByName<Place> {
  const byName = new Map<string, Place>()
  const add = (place: Place, names: readonly string[]) => {
    for (const name of names) if (!byName.has(foldName(name))) byName.set(foldName(name), place)
  }
  for (const place of places) add(place, namesOf(place).slice(0, 1))
  for (const place of places) add(place, namesOf(place))
  return byName
}

/** The place with this name, as people type it. */
export const findByName = <Place>(name: string, places: PlacesByName<Place>): Place | undefined =>
  places.get(foldName(name))
