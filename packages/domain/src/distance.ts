export interface Position {
  readonly latitude: number
  readonly longitude: number
}

/** Miles per degree of a great circle, as in the specification. */
const MILES_PER_DEGREE = 69.09
const KILOMETRES_PER_MILE = 1.609344

/** Unrounded great-circle miles between two positions in degrees. */
export function distanceInMiles(a: Position, b: Position): number {
  const latitude = Math.sin(toRadians(b.latitude - a.latitude) / 2) ** 2
  const longitude = Math.sin(toRadians(b.longitude - a.longitude) / 2) ** 2
  // The haversine form: the textbook form's arc cosine loses nearby points.
  const chord = latitude + Math.cos(toRadians(a.latitude)) * Math.cos(toRadians(b.latitude)) * longitude
  const angle = 2 * Math.asin(Math.min(1, Math.sqrt(chord)))
  return ((angle * 180) / Math.PI) * MILES_PER_DEGREE
}

/** For readers who do not use miles: short distances with one decimal. */
export function roundedKilometres(miles: number): number {
  const kilometres = miles * KILOMETRES_PER_MILE
  return kilometres < 10 ? Math.round(kilometres * 10) / 10 : Math.round(kilometres)
}

export function roundedMiles(a: Position, b: Position): number {
  return Math.round(distanceInMiles(a, b))
}

/**
 * The laboratory with the fewest rounded miles; among equals the smaller unrounded distance decides, then the
 * smaller id. Laboratories without usable coordinates are skipped; null if none is left.
 */
export function nearestLaboratory<T extends Position & { readonly id: number | string }>(
  position: Position,
  laboratories: readonly T[],
): { laboratory: T; miles: number; roundedMiles: number } | null {
  let nearest: { laboratory: T; miles: number } | null = null
  for (const laboratory of laboratories) {
    const miles = distanceInMiles(position, laboratory)
    if (!Number.isFinite(miles)) continue
    // Fewer unrounded miles never round to more, so comparing them settles both steps.
    const isCloser =
      !nearest ||
      miles < nearest.miles ||
      (miles === nearest.miles && Number(laboratory.id) < Number(nearest.laboratory.id))
    if (isCloser) nearest = { laboratory, miles }
  }
  return nearest && { ...nearest, roundedMiles: Math.round(nearest.miles) }
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
