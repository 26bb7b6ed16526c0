import type { Assortment, CartAnalysis, CartPatient, RuleApplication, RuleEffect } from './cart.ts'
import { type Rule, unmetPersonRules } from './rules.ts'

/** A bigger analysis that includes another, and the rule that says so. */
export interface Inclusion {
  readonly byAnalysisId: number
  readonly rule: Rule
}

/**
 * Everything that the analysis includes, directly or not, with its own rule that leads there. Two analyses that
 * include each other are equals, and neither is the bigger one: such a pair is left out.
 */
export function includedBy(analysis: CartAnalysis, assortment: Assortment): Map<number, Rule> {
  const included = reachableFrom(analysis, assortment)
  for (const id of included.keys()) {
    const other = assortment.analyses.get(id)
    if (id === analysis.id || (other && reachableFrom(other, assortment).has(analysis.id))) {
      included.delete(id)
    }
  }
  return included
}

function reachableFrom(analysis: CartAnalysis, assortment: Assortment): Map<number, Rule> {
  const reached = new Map<number, Rule>()
  const waiting: { analysis: CartAnalysis; first: Rule | null }[] = [{ analysis, first: null }]
  for (let step = waiting.pop(); step; step = waiting.pop()) {
    for (const rule of step.analysis.rules) {
      if (rule.type !== 'ALREADY_INCLUDES') continue
      for (const id of rule.relatedAnalysisIds ?? []) {
        if (reached.has(id)) continue
        const first = step.first ?? rule
        reached.set(id, first)
        const next = assortment.analyses.get(id)
        if (next) waiting.push({ analysis: next, first })
      }
    }
  }
  return reached
}

/**
 * For each analysis that another of these includes: the one that includes it, never one that is itself included.
 * Linear if nothing includes anything.
 */
export function inclusionsAmong(
  analyses: readonly CartAnalysis[],
  assortment: Assortment,
): Map<number, Inclusion> {
  const included = analyses
    .filter(({ rules }) => rules.some(({ type }) => type === 'ALREADY_INCLUDES'))
    .map((analysis) => ({ analysis, rules: includedBy(analysis, assortment) }))
  const smaller = new Set(included.flatMap(({ rules }) => [...rules.keys()]))
  const inclusions = new Map<number, Inclusion>()
  for (const { analysis, rules } of included) {
    if (smaller.has(analysis.id)) continue
    for (const [id, rule] of rules) inclusions.set(id, { byAnalysisId: analysis.id, rule })
  }
  return inclusions
}

/** The companions that the rule requires and that are neither present nor included in what is present. */
export function missingCompanions(rule: Rule, present: ReadonlySet<number>): number[] {
  if (rule.type !== 'REQUIRES_ALSO') return []
  return (rule.relatedAnalysisIds ?? []).filter((id) => !present.has(id))
}

/** Ids of the analyses and of everything that they include. */
export function presentIds(analyses: readonly CartAnalysis[], assortment: Assortment): Set<number> {
  const present = new Set(analyses.map(({ id }) => id))
  for (const id of inclusionsAmong(analyses, assortment).keys()) present.add(id)
  return present
}

/** Every rule that denies the patient one analysis, given what is present. */
export function unmetRules(input: {
  analysis: CartAnalysis
  patient: CartPatient
  isPregnancyConfirmed: boolean
  onDate: string
  present: ReadonlySet<number>
  effect: RuleEffect
}): RuleApplication[] {
  const { analysis, patient, effect } = input
  const base = { patientId: patient.id, analysisId: analysis.id, effect }
  const unmet = unmetPersonRules({ ...input, rules: analysis.rules })
  const applications = unmet.map((rule) => applyRule({ ...base, rule, relatedAnalysisIds: [] }))
  // A patient excluded by sex or age need not be shown missing companions.
  if (unmet.some((rule) => rule.type !== 'PREGNANCY_ONLY')) return applications
  for (const rule of analysis.rules) {
    const relatedAnalysisIds = missingCompanions(rule, input.present)
    if (relatedAnalysisIds.length > 0) applications.push(applyRule({ ...base, rule, relatedAnalysisIds }))
  }
  return applications
}

export function applyRule(application: Omit<RuleApplication, 'message'>): RuleApplication {
  return { ...application, message: application.rule.message }
}
