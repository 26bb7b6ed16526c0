import type { OBSERVATION_GROUPS } from '@shop/contract/results'

export type ObservationGroup = (typeof OBSERVATION_GROUPS)[number]

/**
 * Values of blood counts and urinalyses by the part in which a doctor reads them, as LOINC codes: those of
 * LOINC's panels 57021-8 (CBC W Auto Differential) and 24356-8 (Urinalysis complete). Allergens get their part
 * from the catalogue. The texts (`results.groupAbout`) say what each part is about.
 */
const MEASURES: Readonly<Partial<Record<ObservationGroup, readonly string[]>>> = {
  redCells: ['718-7', '789-8', '4544-3', '787-2', '785-6', '786-4', '788-0'],
  platelets: ['777-3', '32623-1', '32207-3', '51637-7'],
  whiteCells: [
    '6690-2',
    '770-8',
    '736-9',
    '5905-5',
    '713-8',
    '706-2',
    '751-8',
    '731-0',
    '742-7',
    '711-2',
    '704-7',
  ],
  sedimentation: ['4537-7'],
  appearance: ['5778-6', '5767-9', '5811-5', '5803-2'],
  chemistry: ['20454-5', '25428-4', '2514-8', '5770-3', '5818-0', '5794-3', '5802-4', '5799-2'],
  microscopy: ['5821-4', '13945-1', '11277-1', '5796-8', '5769-5', '8247-9', '5774-5'],
}

const GROUP_OF: ReadonlyMap<string, ObservationGroup> = new Map(
  Object.entries(MEASURES).flatMap(([group, codes]) =>
    codes.map((code): [string, ObservationGroup] => [code, group as ObservationGroup]),
  ),
)

/** The part of each value of a report; all null when a value has no part, or all have the same. */
export function groupsOf(
  loincs: readonly (string | null)[],
  more: ReadonlyMap<string, ObservationGroup> = new Map(),
): (ObservationGroup | null)[] {
  const groups = loincs.map((loinc) =>
    loinc === null ? null : (GROUP_OF.get(loinc) ?? more.get(loinc) ?? null),
  )
  const isParted = groups.every(Boolean) && new Set(groups).size > 1
  return isParted ? groups : loincs.map(() => null)
}
