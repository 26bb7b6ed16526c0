import type {
  Assortment,
  CartAnalysis,
  CartPatient,
  MaterialDecisionRequest,
  RuleApplication,
  UnavailableLine,
} from './cart.ts'
import { type MaterialLine, patientMaterials, unavailabilityOf } from './cart-materials.ts'
import { applyRule, inclusionsAmong, unmetRules } from './cart-rules.ts'
import { type Money, sum } from './money.ts'

export interface CartLine {
  readonly analysisId: number
  readonly code: string
  readonly name: string
  readonly price: Money
}

/** One patient's part of the cart. */
export interface CalculatedPatient {
  readonly patientId: string
  /** All of the patient's analyses, unavailable ones too. */
  readonly analysisIds: readonly number[]
  readonly lines: readonly CartLine[]
  readonly materials: readonly MaterialLine[]
  /** Optional materials that the patient brings: no charge. */
  readonly broughtMaterials: readonly MaterialDecisionRequest[]
  readonly undecidedMaterials: readonly MaterialDecisionRequest[]
  readonly unavailable: readonly UnavailableLine[]
  readonly brokenRequirements: readonly RuleApplication[]
  /** Lines and materials. */
  readonly subtotal: Money
}

interface PatientInput {
  readonly patient: CartPatient
  readonly analysisIds: readonly number[]
  readonly decisions: Readonly<Record<number, boolean>>
  readonly isPregnancyConfirmed: boolean
  readonly assortment: Assortment
  readonly onDate: string
}

export function calculatePatient(input: PatientInput): CalculatedPatient {
  const { patient, analysisIds, assortment, decisions } = input
  const analyses: CartAnalysis[] = []
  const lines: CartLine[] = []
  const unavailable: UnavailableLine[] = []
  for (const analysisId of analysisIds) {
    const reason = unavailabilityOf(analysisId, assortment)
    const analysis = assortment.analyses.get(analysisId)
    if (reason || !analysis?.price) {
      unavailable.push({ patientId: patient.id, analysisId, reason: reason ?? 'no_price' })
      continue
    }
    analyses.push(analysis)
    lines.push({ analysisId, code: analysis.code, name: analysis.name, price: analysis.price })
  }
  const materials = patientMaterials({ analyses, assortment, decisions })
  const charges = [...lines.map(({ price }) => price), ...materials.lines.map(({ total }) => total)]
  return {
    patientId: patient.id,
    analysisIds,
    lines,
    materials: materials.lines,
    broughtMaterials: materials.brought,
    undecidedMaterials: materials.undecided,
    unavailable,
    brokenRequirements: brokenRequirements(analyses, input),
    subtotal: sum(charges, assortment.currency),
  }
}

/**
 * The rules that lines in the cart break: a companion that was removed, a duplicate, a birthday before the visit, a
 * corrected sex. Only what this laboratory offers counts as a companion.
 */
function brokenRequirements(analyses: readonly CartAnalysis[], input: PatientInput): RuleApplication[] {
  if (analyses.every(({ rules }) => rules.length === 0)) return []
  const inclusions = inclusionsAmong(analyses, input.assortment)
  const present = new Set([...analyses.map(({ id }) => id), ...inclusions.keys()])
  return analyses.flatMap((analysis) => {
    const broken = unmetRules({ ...input, analysis, present, effect: 'broken' })
    const inclusion = inclusions.get(analysis.id)
    if (!inclusion) return broken
    const base = { patientId: input.patient.id, analysisId: analysis.id, effect: 'broken' as const }
    const { rule, byAnalysisId } = inclusion
    return [...broken, applyRule({ ...base, rule, relatedAnalysisIds: [byAnalysisId] })]
  })
}
