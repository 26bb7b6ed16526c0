import { foldName } from '@shop/domain/fold-name'

/**
 * The place with this name in any of its languages, as people type it. A match of a place's first name takes
 * precedence, since some places share a name in another language.
 */
export function findByName<Place>(
  name: string,
  places: readonly Place[],
  namesOf: (place: Place) => readonly (string | undefined)[],
): Place | undefined {
  const wanted = foldName(name)
  const called = (own = '') => foldName(own) === wanted
  return (
    places.find((place) => called(namesOf(place)[0])) ?? places.find((place) => namesOf(place).some(called))
  )
}
