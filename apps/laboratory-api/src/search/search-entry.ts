/** An analysis with everything that people call it. */
export interface SearchEntry {
  id: number
  code: string
  loinc: string | null
  names: readonly string[]
  synonyms: readonly string[]
  /** Names of the values it measures. */
  components: readonly string[]
  componentLoincs: readonly string[]
  categories: readonly string[]
  descriptions: readonly string[]
  isPopular: boolean
}

/** How much a word says about an analysis, by the field in which it occurs. */
export const FIELD_WEIGHTS = {
  code: 1.1,
  loinc: 1.1,
  names: 1,
  synonyms: 1,
  components: 0.5,
  componentLoincs: 0.6,
  categories: 0.35,
  descriptions: 0.25,
} as const satisfies Partial<Record<keyof SearchEntry, number>>
export type EntryField = keyof typeof FIELD_WEIGHTS
