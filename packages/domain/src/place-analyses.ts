import type { Assortment, CartAnalysis, CartPatient, RuleApplication } from './cart.ts'
import { unavailabilityOf } from './cart-materials.ts'
import { applyRule, inclusionsAmong, missingCompanions, presentIds, unmetRules } from './cart-rules.ts'
import { unmetRestrictions } from './restrictions.ts'

interface Placement {
  readonly patient: CartPatient
  /** What the patient has in the cart. */
  readonly heldIds: readonly number[]
  /** What shall be added; each is in the assortment. */
  readonly wantedIds: readonly number[]
  readonly isPregnancyConfirmed: boolean
  readonly assortment: Assortment
  readonly onDate: string
}

/** Adds analyses for one patient as far as the rules allow, and tells what they prevented. */
export function placeAnalyses(input: Placement): {
  analysisIds: readonly number[]
  applications: RuleApplication[]
} {
  const held = new Set(input.heldIds)
  const wanted = offeredOf(
    [...new Set(input.wantedIds)].filter((id) => !held.has(id)),
    input.assortment,
  )
  const accepted = acceptedOf(wanted, input)
  const acceptedIds = new Set(accepted.map(({ id }) => id))
  const all = [...offeredOf(input.heldIds, input.assortment), ...accepted]
  const present = presentIds(all, input.assortment)
  const leftOut = wanted
    .filter(({ id }) => !acceptedIds.has(id))
    .flatMap((analysis) => unmetRules({ ...input, analysis, present, effect: 'leftOut' }))
  if (accepted.length === 0) return { analysisIds: input.heldIds, applications: leftOut }

  const doubles = doublesAmong(all, held, input)
  const doubleIds = new Set(doubles.map(({ analysisId }) => analysisId))
  return {
    analysisIds: [...input.heldIds, ...acceptedIds].filter((id) => !doubleIds.has(id)),
    applications: [...leftOut, ...doubles],
  }
}

/**
 * The wanted analyses that the rules about the person and about companions admit. Companions may come in
 * the same call, so all are assumed first; those that miss one are dropped until no more has to go.
 */
function acceptedOf(wanted: readonly CartAnalysis[], input: Placement): CartAnalysis[] {
  const held = offeredOf(input.heldIds, input.assortment)
  let accepted = wanted.filter(({ rules }) => unmetRestrictions({ ...input, rules }).length === 0)
  for (;;) {
    const present = presentIds([...held, ...accepted], input.assortment)
    const remaining = accepted.filter(({ rules }) =>
      rules.every((rule) => missingCompanions(rule, present).length === 0),
    )
    if (remaining.length === accepted.length) return accepted
    accepted = remaining
  }
}

/** What a bigger analysis already includes: nobody pays twice, whichever of the two came first. */
function doublesAmong(
  all: readonly CartAnalysis[],
  held: ReadonlySet<number>,
  { patient, assortment }: Placement,
): RuleApplication[] {
  const inclusions = inclusionsAmong(all, assortment)
  return all.flatMap(({ id }) => {
    const inclusion = inclusions.get(id)
    if (!inclusion) return []
    const application = {
      patientId: patient.id,
      analysisId: id,
      effect: held.has(id) ? ('removed' as const) : ('leftOut' as const),
      rule: inclusion.rule,
      relatedAnalysisIds: [inclusion.byAnalysisId],
    }
    return [applyRule(application)]
  })
}

/** Only what this laboratory sells can be a companion or include another. */
function offeredOf(ids: readonly number[], assortment: Assortment): CartAnalysis[] {
  return ids.flatMap((id) => (unavailabilityOf(id, assortment) ? [] : (assortment.analyses.get(id) ?? [])))
}
