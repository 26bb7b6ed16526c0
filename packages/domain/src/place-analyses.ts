import type { Assortment, CartAnalysis, CartPatient, RuleApplication } from './cart.ts'
import { unavailabilityOf } from './cart-materials.ts'
import { applyRule, inclusionsAmong, missingCompanions, presentIds, unmetRules } from './cart-rules.ts'
import { unmetPersonRules } from './rules.ts'

interface Placement {
  readonly patient: CartPatient
  /** What the patient has in the cart. */
  readonly heldIds: readonly number[]
  /** What is to be added; each is in the assortment. */
  readonly wantedIds: readonly number[]
  readonly isPregnancyConfirmed: boolean
  /**
   * Whether everything that the wanted ones require is added too, at any depth; otherwise they are left out without
   * it.
   */
  readonly bringsCompanions?: boolean | undefined
  readonly assortment: Assortment
  readonly onDate: string
}

/** Adds analyses for one patient as far as the rules allow, and reports what the rules prevented. */
export function placeAnalyses(input: Placement): {
  analysisIds: readonly number[]
  applications: RuleApplication[]
} {
  const held = new Set(input.heldIds)
  const wanted = offeredOf(
    [...new Set(input.wantedIds)].filter((id) => !held.has(id)),
    input.assortment,
  )
  const accepted = input.bringsCompanions ? acceptedWithCompanions(wanted, input) : acceptedOf(wanted, input)
  const acceptedIds = new Set(accepted.map(({ id }) => id))
  const all = [...offeredOf(input.heldIds, input.assortment), ...accepted]
  const present = presentIds(all, input.assortment)
  const leftOut = wanted
    .filter(({ id }) => !acceptedIds.has(id))
    .flatMap((analysis) => {
      const companions = input.bringsCompanions ? companionsOf([analysis], input).map(({ id }) => id) : []
      return unmetRules({
        ...input,
        analysis,
        present: new Set([...present, ...companions]),
        effect: 'leftOut',
      })
    })
  if (accepted.length === 0) return { analysisIds: input.heldIds, applications: leftOut }

  const duplicates = duplicatesAmong(all, held, input)
  const askedIds = new Set([...input.heldIds, ...input.wantedIds])
  const duplicateIds = new Set(duplicates.map(({ analysisId }) => analysisId))
  return {
    analysisIds: [...input.heldIds, ...acceptedIds].filter((id) => !duplicateIds.has(id)),
    applications: [...leftOut, ...duplicates.filter(({ analysisId }) => askedIds.has(analysisId))],
  }
}

/**
 * The wanted analyses that the rules about the person and about companions admit. Companions may be added by the
 * same call, so all are assumed first; those that lack one are dropped until no more need to go.
 */
function acceptedOf(wanted: readonly CartAnalysis[], input: Placement): CartAnalysis[] {
  const held = offeredOf(input.heldIds, input.assortment)
  let accepted = wanted.filter((analysis) => isAdmitted(analysis, input))
  for (;;) {
    const present = presentIds([...held, ...accepted], input.assortment)
    const remaining = accepted.filter(({ rules }) =>
      rules.every((rule) => missingCompanions(rule, present).length === 0),
    )
    if (remaining.length === accepted.length) return accepted
    accepted = remaining
  }
}

/** As `acceptedOf`, with the companions of what is admitted and of nothing else. */
function acceptedWithCompanions(wanted: readonly CartAnalysis[], input: Placement): CartAnalysis[] {
  let asked = wanted
  for (;;) {
    const admitted = asked.filter((analysis) => isAdmitted(analysis, input))
    const accepted = acceptedOf([...admitted, ...companionsOf(admitted, input)], input)
    const remaining = admitted.filter((analysis) => accepted.includes(analysis))
    if (remaining.length === asked.length) return accepted
    asked = remaining
  }
}

/**
 * What these analyses require, directly or not, and the patient neither has nor gets with them, as far as it is
 * sold and admitted.
 */
function companionsOf(analyses: readonly CartAnalysis[], input: Placement): CartAnalysis[] {
  const present = presentIds([...offeredOf(input.heldIds, input.assortment), ...analyses], input.assortment)
  const companions: CartAnalysis[] = []
  const waiting = [...analyses]
  for (let analysis = waiting.shift(); analysis; analysis = waiting.shift()) {
    const missing = analysis.rules.flatMap((rule) => missingCompanions(rule, present))
    for (const id of missing) present.add(id)
    const found = offeredOf(missing, input.assortment).filter((companion) => isAdmitted(companion, input))
    companions.push(...found)
    waiting.push(...found)
  }
  return companions
}

function isAdmitted({ rules }: CartAnalysis, input: Placement): boolean {
  return unmetPersonRules({ ...input, rules }).length === 0
}

/** What a bigger analysis already includes: nobody pays twice, whichever of the two was first. */
function duplicatesAmong(
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
