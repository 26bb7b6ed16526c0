import { distanceInMiles, type Position, roundedKilometres } from '@shop/domain/distance'
import type { PlaceView } from './branches.server.ts'

interface PlaceAt {
  place: PlaceView
  /** From the visitor, if their position is known. */
  kilometres: number | undefined
}

const ON_MAP = 5
const ON_MAP_KILOMETRES = 25

/** Places with their distance from the visitor, nearest first; in the given order while the position is unknown. */
export function byDistance(places: readonly PlaceView[], position: Position | undefined): PlaceAt[] {
  if (!position) return places.map((place) => ({ place, kilometres: undefined }))
  return places
    .map((place) => ({ place, miles: distanceInMiles(position, place) }))
    .toSorted((one, another) => one.miles - another.miles)
    .map(({ place, miles }) => ({ place, kilometres: roundedKilometres(miles) }))
}

/** The nearest of these, as the map around the visitor shows and numbers them. */
export const onMap = (sorted: readonly PlaceAt[]) =>
  sorted
    .flatMap(({ place, kilometres = Number.POSITIVE_INFINITY }) =>
      kilometres <= ON_MAP_KILOMETRES ? { ...place, kilometres } : [],
    )
    .slice(0, ON_MAP)
