interface Bundle {
  readonly id: number
  readonly analysisIds: readonly number[]
  readonly categoryIds: readonly number[]
}

const LEAST_SHARED = 2
/** Of the smaller one's analyses. */
const LEAST_PART = 0.5

/**
 * The profiles that one would choose between with this one, the most alike first: of a common category, with at least half
 * of the smaller one's analyses in both.
 */
export function comparableProfiles<T extends Bundle>(profile: Bundle, all: readonly T[]): T[] {
  const mine = new Set(profile.analysisIds)
  return all
    .filter(({ id, categoryIds }) => id !== profile.id && sharesAny(categoryIds, profile.categoryIds))
    .map((other) => {
      const shared = other.analysisIds.filter((id) => mine.has(id)).length
      const smaller = Math.min(mine.size, other.analysisIds.length)
      const together = mine.size + other.analysisIds.length - shared
      return { other, shared, part: shared / smaller, likeness: shared / together }
    })
    .filter(({ shared, part }) => shared >= LEAST_SHARED && part >= LEAST_PART)
    .toSorted((a, b) => b.part - a.part || b.likeness - a.likeness)
    .map(({ other }) => other)
}

const sharesAny = (some: readonly number[], others: readonly number[]) =>
  some.some((id) => others.includes(id))
