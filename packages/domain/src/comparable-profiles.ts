import { GENDERS } from './gender.ts'
import type { Rule } from './rules.ts'

interface Bundle {
  readonly id: number
  /** The rules of all its analyses: who may order it. */
  readonly rules: readonly Pick<Rule, 'type' | 'sex' | 'minAgeYears' | 'maxAgeYears'>[]
  readonly analysisIds: readonly number[]
  readonly categoryIds: readonly number[]
}

const LEAST_SHARED = 2
/** As a share of the smaller profile's analyses. */
const LEAST_PART = 0.5

/**
 * The profiles that a customer would choose between with this one, the most similar first: for the same people, in
 * a common category, sharing at least half of the smaller one's analyses.
 */
export function comparableProfiles<T extends Bundle>(profile: Bundle, all: readonly T[]): T[] {
  const mine = new Set(profile.analysisIds)
  const people = peopleOf(profile)
  return all
    .filter(({ id, categoryIds }) => id !== profile.id && sharesAny(categoryIds, profile.categoryIds))
    .filter((other) => peopleOf(other) === people)
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

/**
 * The people who may order all of it, as a text that is equal for the same people. Pregnancy is asked about, so it
 * makes a separate group.
 */
function peopleOf({ rules }: Bundle): string {
  const sexes = GENDERS.filter((gender) => rules.every(({ type, sex }) => type !== 'SEX' || sex === gender))
  const from = Math.max(
    0,
    ...rules.map(({ type, minAgeYears }) => (type === 'MIN_AGE' ? (minAgeYears ?? 0) : 0)),
  )
  const to = Math.min(
    ...rules.map(({ type, maxAgeYears }) =>
      type === 'MAX_AGE' ? (maxAgeYears ?? 0) : Number.POSITIVE_INFINITY,
    ),
  )
  const isPregnant = rules.some(({ type }) => type === 'PREGNANCY_ONLY')
  return `${sexes.join()} ${from} ${to} ${isPregnant}`
}
