import { expect, test } from 'vitest'
import type { PlaceView } from './branches.server.ts'
import { byDistance, onMap } from './nearest-places.ts'

/** About 1.1 km of latitude each. */
const placeAt = (id: string, hundredths: number) =>
  ({ id, latitude: 53.9 + hundredths / 100, longitude: 27.5 }) as PlaceView

const PLACES = [placeAt('far', 60), placeAt('near', 1), placeAt('next', -2)]
const HERE = { latitude: 53.9, longitude: 27.5 }

test('places keep their order until the position is known, then the nearest come first', () => {
  expect(byDistance(PLACES, undefined).map(({ place }) => place.id)).toEqual(['far', 'near', 'next'])
  expect(byDistance(PLACES, HERE).map(({ place, kilometres }) => [place.id, kilometres])).toEqual([
    ['near', 1.1],
    ['next', 2.2],
    ['far', 67],
  ])
})

test('the map shows at most five, and none that is far away or whose distance is unknown', () => {
  expect(onMap(byDistance(PLACES, HERE)).map(({ id }) => id)).toEqual(['near', 'next'])
  expect(onMap(byDistance(PLACES, undefined))).toEqual([])
  const many = Array.from({ length: 9 }, (_, index) => placeAt(String(index), index))
  expect(onMap(byDistance(many, HERE)).map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4'])
})
