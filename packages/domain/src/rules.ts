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

/** An ordering rule of one analysis. No one meets a rule about sex or age that lacks its parameter. */
export interface Rule {
  readonly id: number
  readonly type: RuleType
  readonly sex?: Gender | null
  /** Inclusive: 18 admits people who are 18. */
  readonly minAgeYears?: number | null
  /** Inclusive: 17 admits people who are still 17. */
  readonly maxAgeYears?: number | null
  /** Analyses that are also required, or that this one already includes. */
  readonly relatedAnalysisIds?: readonly number[] | null
  /** In the reader's language. */
  readonly message: string
}

export interface RulePatient {
  readonly gender: Gender
  /** `YYYY-MM-DD` */
  readonly dateOfBirth: string
}

/** No one is asked about the pregnancy of a younger child; birth statistics start at this age (WHO). */
const PREGNANT_FROM_YEARS = 10

/**
 * The rules about the person (sex, age, pregnancy) that this patient does not meet on that day. A patient already
 * excluded by sex or age is not asked about pregnancy as well. `onDate` is the visit's date, otherwise today, in
 * the business zone.
 */
export function unmetPersonRules(input: {
  rules: readonly Rule[]
  patient: RulePatient
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
