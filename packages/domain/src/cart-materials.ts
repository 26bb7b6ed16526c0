import type {
  Assortment,
  CartAnalysis,
  Material,
  MaterialDecisionRequest,
  UnavailabilityReason,
} from './cart.ts'
import { type Money, times } from './money.ts'

/** A material that one patient pays for. */
export interface MaterialLine {
  readonly materialId: number
  readonly name: string
  readonly isOptional: boolean
  readonly unitPrice: Money
  readonly quantity: number
  readonly total: Money
  /** The patient's analyses that need it. */
  readonly analysisIds: readonly number[]
}

/** Materials of one patient: paid, brought by the patient, and not yet decided. */
export interface PatientMaterials {
  readonly lines: MaterialLine[]
  readonly brought: MaterialDecisionRequest[]
  readonly undecided: MaterialDecisionRequest[]
}

/** Whether the patient must decide between buying and bringing it. */
export function needsDecision(material: Material): boolean {
  return material.isOptional && material.charge !== 'INCLUDED_IN_SERVICE'
}

/** Each material that an analysis names, once: naming it twice does not charge it twice. */
export function materialIdsOf(analysis: CartAnalysis): ReadonlySet<number> {
  const ids = new Set(analysis.samplingServiceIds)
  if (analysis.materialId !== null) ids.add(analysis.materialId)
  return ids
}

/** Why a laboratory cannot sell this analysis; null if it can. Nothing is ever sold with a fee left out. */
export function unavailabilityOf(analysisId: number, assortment: Assortment): UnavailabilityReason | null {
  const analysis = assortment.analyses.get(analysisId)
  if (!analysis) return 'not_offered'
  if (analysis.price?.currency !== assortment.currency) return 'no_price'
  return missingMaterialOf(analysis, assortment) === null ? null : 'material_not_offered'
}

/** The first material of the analysis that is unknown, or charged without having a price; null if there is none. */
export function missingMaterialOf(analysis: CartAnalysis, assortment: Assortment): number | null {
  for (const id of materialIdsOf(analysis)) {
    const material = assortment.materials.get(id)
    if (!material) return id
    const isCharged = material.charge !== 'INCLUDED_IN_SERVICE'
    if (isCharged && material.price?.currency !== assortment.currency) return id
  }
  return null
}

/**
 * The materials that one patient's analyses need, in the order of material ids. A sampling service is charged once
 * per visit, or once for each analysis that names it; a container once per kind, if it is bought.
 */
export function patientMaterials(input: {
  analyses: readonly CartAnalysis[]
  assortment: Assortment
  decisions: Readonly<Record<number, boolean>>
}): PatientMaterials {
  const result: PatientMaterials = { lines: [], brought: [], undecided: [] }
  for (const [materialId, analysisIds] of analysisIdsByMaterial(input.analyses)) {
    const material = input.assortment.materials.get(materialId)
    if (!material?.price || material.charge === 'INCLUDED_IN_SERVICE') continue
    const decision = needsDecision(material) ? input.decisions[materialId] : true
    if (decision === true) result.lines.push(materialLine(material, material.price, analysisIds))
    else {
      const offer = { materialId, name: material.name, price: material.price, analysisIds }
      if (decision === false) result.brought.push(offer)
      else result.undecided.push(offer)
    }
  }
  return result
}

function analysisIdsByMaterial(analyses: readonly CartAnalysis[]): [number, number[]][] {
  const byMaterial = new Map<number, number[]>()
  for (const analysis of analyses) {
    for (const materialId of materialIdsOf(analysis)) {
      const ids = byMaterial.get(materialId)
      if (ids) ids.push(analysis.id)
      else byMaterial.set(materialId, [analysis.id])
    }
  }
  return [...byMaterial].sort(([left], [right]) => left - right)
}

function materialLine(material: Material, unitPrice: Money, analysisIds: number[]): MaterialLine {
  const quantity = material.charge === 'PER_ANALYSIS' ? analysisIds.length : 1
  return {
    materialId: material.id,
    name: material.name,
    isOptional: material.isOptional,
    unitPrice,
    quantity,
    total: times(unitPrice, quantity),
    analysisIds,
  }
}
