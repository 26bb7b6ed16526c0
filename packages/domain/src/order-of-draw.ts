/**
 * What a blood tube contains, in the order in which tubes are filled: nothing from one may get into the next
 * (`catalogue/SOURCES.md`).
 */
export const TUBE_ADDITIVES = [
  'citrate',
  'sedimentationCitrate',
  'none',
  'serum',
  'heparin',
  'edta',
  'fluoride',
  'other',
] as const
export type TubeAdditive = (typeof TUBE_ADDITIVES)[number]

/** Tubes in the order of draw, then what is not drawn from a vein; equals keep their order. */
export function inOrderOfDraw<T extends { additive: TubeAdditive | null }>(containers: readonly T[]): T[] {
  const rankOf = ({ additive }: T) =>
    additive === null ? TUBE_ADDITIVES.length : TUBE_ADDITIVES.indexOf(additive)
  return containers.toSorted((one, other) => rankOf(one) - rankOf(other))
}
