const STEPS = 256

/**
 * At most `count` places with the best scores, in no particular order and in linear time. Scores are compared
 * in 256 steps.
 */
export function bestPlaces(
  places: readonly number[],
  scores: Float32Array,
  count: number,
): readonly number[] {
  if (places.length <= count) return places
  let highest = 0
  for (const place of places) highest = Math.max(highest, scores[place]!)
  const stepOf = (place: number) => Math.floor((scores[place]! / highest) * (STEPS - 1))
  const counts = new Uint32Array(STEPS)
  for (const place of places) counts[stepOf(place)]!++
  let least = STEPS
  for (let sum = 0; sum < count && least > 0; ) sum += counts[--least]!
  const best = places.filter((place) => stepOf(place) > least)
  // Many places may share the lowest step: take the first ones.
  for (const place of places) {
    if (best.length === count) break
    if (stepOf(place) === least) best.push(place)
  }
  return best
}
