/** The name regardless of case, accents, apostrophes and extra spaces: ё becomes е, ł becomes l, ў becomes у. */
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

/**
 * The place with this name in any of its languages, as people type it. A match of a place's first name takes
 * precedence, since some places share a name in another language.
 */
export function findByName<Place>(
  name: string,
  places: readonly Place[],
  namesOf: (place: Place) => readonly (string | undefined)[],
): Place | undefined {
  const wanted = folded(name)
  const called = (own = '') => folded(own) === wanted
  return (
    places.find((place) => called(namesOf(place)[0])) ?? places.find((place) => namesOf(place).some(called))
  )
}
