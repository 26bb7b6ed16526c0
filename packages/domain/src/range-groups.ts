import { GENDERS, type Gender } from './gender.ts'
import { pickReferenceRange, type ReferenceRange } from './reference-range.ts'

/**
 * People for whom all ranges of an analysis are the same. `fromYears` inclusive, `toYears` exclusive, null: no
 * upper limit.
 */
export interface RangeGroup {
  readonly sex: Gender | null
  readonly fromYears: number
  readonly toYears: number | null
}

/**
 * Splits people into the groups that the ranges of an analysis distinguish: adults first, women before men. One
 * group for everybody if nothing depends on sex or age. `components` holds the ranges of each value.
 */
export function rangeGroups(components: readonly (readonly ReferenceRange[])[]): RangeGroup[] {
  const ranges = components.flat()
  const limits = ranges.flatMap(({ ageFromYears, ageToYears }) => [ageFromYears ?? 0, ageToYears ?? 0])
  const starts = [...new Set([0, ...limits])].sort((a, b) => a - b)
  const groups = GENDERS.flatMap((sex) => {
    const cells = starts.map((fromYears, index) => ({ sex, fromYears, toYears: starts[index + 1] ?? null }))
    return mergeEqual(cells, components).filter((group) => hasRange(group, components))
  })
  const women = groups.filter(({ sex }) => sex === 'FEMALE')
  const men = groups.filter(({ sex }) => sex === 'MALE')
  const merged = women.map((group) => {
    const twin = men.find((man) => man.fromYears === group.fromYears && man.toYears === group.toYears)
    return twin && sameRanges(group, twin, components) ? { ...group, sex: null } : group
  })
  const remaining = men.filter(
    (man) =>
      !merged.some(
        ({ sex, fromYears, toYears }) =>
          sex === null && fromYears === man.fromYears && toYears === man.toYears,
      ),
  )
  return [...merged, ...remaining].sort(
    (a, b) =>
      Number(b.fromYears >= 18) - Number(a.fromYears >= 18) ||
      bySex(a) - bySex(b) ||
      a.fromYears - b.fromYears,
  )
}

function bySex({ sex }: RangeGroup): number {
  return sex === null ? 0 : sex === 'FEMALE' ? 1 : 2
}

interface Cell extends RangeGroup {
  readonly sex: Gender
}

function rangesOf({ sex, fromYears }: Cell, components: readonly (readonly ReferenceRange[])[]) {
  return components.map((ranges) => pickReferenceRange(ranges, { sex, ageYears: fromYears }))
}

function hasRange(cell: Cell, components: readonly (readonly ReferenceRange[])[]): boolean {
  return rangesOf(cell, components).some((range) => range !== null)
}

/** Only the limits count, not the entry that they come from. */
function sameRanges(a: Cell, b: Cell, components: readonly (readonly ReferenceRange[])[]): boolean {
  const others = rangesOf(b, components)
  return rangesOf(a, components).every((range, index) => {
    const other = others[index]
    return range?.low === other?.low && range?.high === other?.high && range?.text === other?.text
  })
}

function mergeEqual(cells: readonly Cell[], components: readonly (readonly ReferenceRange[])[]): Cell[] {
  const merged: Cell[] = []
  for (const cell of cells) {
    const last = merged.at(-1)
    if (last && sameRanges(last, cell, components))
      merged[merged.length - 1] = { ...last, toYears: cell.toYears }
    else merged.push(cell)
  }
  return merged
}
