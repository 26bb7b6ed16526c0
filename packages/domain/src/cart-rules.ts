import type { Assortment, CartAnalysis, CartPatient, RuleApplication } from './cart.ts'
import { type Rule, unmetRestrictions } from './restrictions.ts'

/** A bigger analysis that includes another, and the rule that says so. */
export interface Inclusion {
  readonly byAnalysisId: number
  readonly rule: Rule
}

/**
 * What the analysis includes, through others too, with the rule of its own that leads there.
 * Two that include each other are equals, and neither is the bigger one: such a pair is passed over.
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
 * For each analysis that another of these includes: by which one, and never by one that is itself included.
 * Linear where nothing includes anything.
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

/** The companions that the rule asks for and that are neither there nor included in what is there. */
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

/** Every rule that keeps one analysis from one patient, beside what is present. */
export function unmetRules(input: {
  analysis: CartAnalysis
  patient: CartPatient
  isPregnancyConfirmed: boolean
  onDate: string
  present: ReadonlySet<number>
  effect: RuleApplication['effect']
}): RuleApplication[] {
  const { analysis, patient, effect } = input
  const base = { patientId: patient.id, analysisId: analysis.id, effect }
  const unmet = unmetRestrictions({ ...input, rules: analysis.rules })
  const applications = unmet.map((rule) => applyRule({ ...base, rule, relatedAnalysisIds: [] }))
  // Whom sex or age excludes need not be told about companions.
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
