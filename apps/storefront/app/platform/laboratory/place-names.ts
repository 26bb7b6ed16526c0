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
  const entries = (names: (place: Place) => readonly string[]) =>
    places.flatMap((place) => names(place).map((name) => [foldName(name), place] as const))
  // A map keeps the last of several entries.
  return new Map([...entries((place) => namesOf(place).slice(0, 1)), ...entries(namesOf)].reverse())
}

/** The place with this name, as people type it. */
export const findByName = <Place>(name: string, places: PlacesByName<Place>): Place | undefined =>
  places.get(foldName(name))
