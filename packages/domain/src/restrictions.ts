import { ageInYears } from './age.ts'
import type { Gender } from './gender.ts'

export const RULE_TYPES = [
  'SEX',
  'MIN_AGE',
  'MAX_AGE',
  'PREGNANCY_ONLY',
  'REQUIRES_ALSO',
  'ALREADY_INCLUDES',
] as const
export type RuleType = (typeof RULE_TYPES)[number]

/** An ordering rule of one analysis. One about sex or age that lacks its parameter is met by nobody. */
export interface Rule {
  readonly id: number
  readonly type: RuleType
  readonly sex?: Gender | null
  /** Inclusive: 18 admits who is 18. */
  readonly minAgeYears?: number | null
  /** Inclusive: 17 admits who is still 17. */
  readonly maxAgeYears?: number | null
  /** Analyses that are required too, or that this one already includes. */
  readonly relatedAnalysisIds?: readonly number[] | null
  /** In the reader's language */
  readonly message: string
}

export interface RestrictedPatient {
  readonly gender: Gender
  /** `YYYY-MM-DD` */
  readonly dateOfBirth: string
}

/** Nobody is asked about the pregnancy of a younger child; the age from which statistics of births count (WHO). */
const PREGNANT_FROM_YEARS = 10

/**
 * The rules about the person (sex, age, pregnancy) that this patient does not meet on that day.
 * When sex or age already excludes the patient, pregnancy is not asked about as well.
 * `onDate` is the visit's date, else today, in the business zone.
 */
export function unmetRestrictions(input: {
  rules: readonly Rule[]
  patient: RestrictedPatient
  isPregnancyConfirmed: boolean
  onDate: string
}): Rule[] {
  if (input.rules.length === 0) return []
  const age = ageInYears(input.patient.dateOfBirth, input.onDate)
  const lasting = input.rules.filter((rule) => !meetsLasting(rule, input.patient.gender, age))
  if (lasting.length > 0) return lasting
  const isPregnant = input.isPregnancyConfirmed && age >= PREGNANT_FROM_YEARS
  return input.rules.filter((rule) => rule.type === 'PREGNANCY_ONLY' && !isPregnant)
}

function meetsLasting(rule: Rule, gender: Gender, age: number): boolean {
  switch (rule.type) {
    case 'SEX':
      return rule.sex === gender
    case 'MIN_AGE':
      return age >= (rule.minAgeYears ?? Number.POSITIVE_INFINITY)
    case 'MAX_AGE':
      return age <= (rule.maxAgeYears ?? Number.NEGATIVE_INFINITY)
    default:
      return true
  }
}
