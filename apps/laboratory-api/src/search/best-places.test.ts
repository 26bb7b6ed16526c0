import { expect, test } from 'vitest'
import { bestPlaces } from './best-places.ts'

test('all places are returned if there are few', () => {
  expect(bestPlaces([2, 0], Float32Array.of(0.5, 0, 0.1), 5)).toEqual([2, 0])
})

test('the wanted number of places is returned, none worse than an omitted one by more than a step', () => {
  const scores = Float32Array.from({ length: 1_000 }, (_, place) => ((place * 7_919) % 1_000) / 1_000 + 0.001)
  const places = [...scores.keys()]
  const best = bestPlaces(places, scores, 50)
  expect(new Set(best).size).toBe(50)
  const chosen = new Set(best)
  const worstChosen = Math.min(...best.map((place) => scores[place]!))
  const bestLeft = Math.max(...places.filter((place) => !chosen.has(place)).map((place) => scores[place]!))
  expect(bestLeft - worstChosen).toBeLessThan(1 / 250)
})

test('equal scores are cut off at the wanted number', () => {
  const scores = new Float32Array(500).fill(0.7)
  expect(bestPlaces([...scores.keys()], scores, 20)).toHaveLength(20)
})
