const STEPS = 256

/** The places with the best scores, `count` of them if there are so many, in no order; in linear time. */
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
  // Of the lowest step there may be many alike: the first ones will do.
  for (const place of places) {
    if (best.length === count) break
    if (stepOf(place) === least) best.push(place)
  }
  return best
}
