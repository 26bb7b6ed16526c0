import type {
  Assortment,
  Cart,
  CartAnalysis,
  CartPatient,
  MaterialDecisionRequestMap,
  MaterialDecisions,
  PatientProfiles,
  RuleApplication,
} from './cart.ts'
import { missingMaterialOf, patientMaterials } from './cart-materials.ts'
import { placeAnalyses } from './place-analyses.ts'
import { pruneCart } from './prune-cart.ts'

export interface AddToCart {
  readonly cart: Cart
  /** All patients of the user. */
  readonly patients: readonly CartPatient[]
  /** One analysis, or those of a profile. */
  readonly analysisIds: readonly number[]
  readonly patientIds: readonly string[]
  /** Decisions about optional materials sent with this call; later ones replace earlier ones. */
  readonly decisions?: MaterialDecisions
  readonly confirmations?: Readonly<Record<string, { readonly pregnant: boolean }>>
  /**
   * Whether everything that the analyses require is added too, at any depth; otherwise they are left out without it.
   */
  readonly bringsCompanions?: boolean
  /** Whether what is not decided yet is added all the same: the cart asks, and is not ordered before it is decided. */
  readonly decidesLater?: boolean
  /** The profiles that these analyses are from: their names stay with them. */
  readonly profiles?: PatientProfiles | undefined
  readonly assortment: Assortment
  /** The visit's date, otherwise today, `YYYY-MM-DD` in the business zone. */
  readonly onDate: string
}

/**
 * The most lines of a cart; a line is an analysis for a patient. Fifty patients with twenty analyses each: a page
 * with all of them would be megabytes long.
 */
export const CART_LINE_LIMIT = 1_000

export type AddToCartRefusal =
  | { status: 'refused'; code: 'cart_full' }
  | { status: 'refused'; code: 'analysis_has_no_price' | 'unknown_analysis'; analysisId: number }
  | { status: 'refused'; code: 'unknown_patient'; patientId: string }
  | { status: 'refused'; code: 'unknown_material'; materialId: number }

export type AddToCartResult =
  | { status: 'added'; cart: Cart; ruleApplications: readonly RuleApplication[] }
  | { status: 'undecided'; undecidedMaterials: MaterialDecisionRequestMap }
  | AddToCartRefusal

/**
 * Adds analyses for patients. Patients who do not meet a rule are left out and listed, the others are added. Only
 * an answer with a cart is to be stored; a missing decision or a refusal changes nothing.
 */
export function withAnalyses(input: AddToCart): AddToCartResult {
  const refusal = findRefusal(input)
  if (refusal) return refusal
  const { cart, ruleApplications } = placeForPatients(input)
  const count = countLines(cart)
  if (count > CART_LINE_LIMIT && count > countLines(input.cart))
    return { status: 'refused', code: 'cart_full' }
  const undecidedMaterials = input.decidesLater ? {} : undecidedIn(cart, input)
  if (Object.keys(undecidedMaterials).length > 0) return { status: 'undecided', undecidedMaterials }
  return { status: 'added', cart, ruleApplications }
}

function countLines({ analysisIdsByPatientId }: Cart): number {
  return Object.values(analysisIdsByPatientId).reduce((sum, ids) => sum + ids.length, 0)
}

function placeForPatients(input: AddToCart): { cart: Cart; ruleApplications: RuleApplication[] } {
  const { cart, assortment, onDate, confirmations = {} } = input
  const patientIds = new Set(input.patientIds)
  const pregnant = new Set(cart.pregnantPatientIds)
  for (const id of patientIds) if (confirmations[id]?.pregnant === true) pregnant.add(id)
  const analysisIdsByPatientId = { ...cart.analysisIdsByPatientId }
  const ruleApplications: RuleApplication[] = []
  const profilesByPatientId = { ...cart.profilesByPatientId }
  for (const patient of input.patients) {
    if (!patientIds.has(patient.id)) continue
    const placed = placeAnalyses({
      patient,
      heldIds: analysisIdsByPatientId[patient.id] ?? [],
      wantedIds: input.analysisIds,
      isPregnancyConfirmed: pregnant.has(patient.id),
      bringsCompanions: input.bringsCompanions,
      assortment,
      onDate,
    })
    analysisIdsByPatientId[patient.id] = placed.analysisIds
    ruleApplications.push(...placed.applications)
    if (input.profiles) {
      profilesByPatientId[patient.id] = { ...profilesByPatientId[patient.id], ...input.profiles }
    }
  }
  const materialDecisions = mergeDecisions(cart, input.decisions ?? {})
  const pregnantPatientIds = [...pregnant]
  const changed = {
    analysisIdsByPatientId,
    materialDecisions,
    pregnantPatientIds,
    profilesByPatientId,
  }
  return { cart: pruneCart(changed, assortment), ruleApplications }
}

function mergeDecisions(cart: Cart, decisions: MaterialDecisions): MaterialDecisions {
  const merged: Record<string, Readonly<Record<number, boolean>>> = { ...cart.materialDecisions }
  for (const [patientId, ofPatient] of Object.entries(decisions)) {
    merged[patientId] = { ...merged[patientId], ...ofPatient }
  }
  return merged
}

/** What the patients of this call still have to decide, including about their earlier analyses. */
function undecidedIn(cart: Cart, { patientIds, assortment }: AddToCart) {
  const requests: Record<string, MaterialDecisionRequestMap[string]> = {}
  for (const patientId of new Set(patientIds)) {
    const analysisIds = cart.analysisIdsByPatientId[patientId] ?? []
    const { undecided } = patientMaterials({
      analyses: analysisIds.flatMap((id) => assortment.analyses.get(id) ?? []),
      assortment,
      decisions: cart.materialDecisions[patientId] ?? {},
    })
    if (undecided.length > 0) {
      requests[patientId] = Object.fromEntries(undecided.map((request) => [request.materialId, request]))
    }
  }
  return requests
}

function findRefusal(input: AddToCart): AddToCartRefusal | null {
  const { assortment, decisions = {} } = input
  const known = new Set(input.patients.map(({ id }) => id))
  const patientId = [...input.patientIds, ...Object.keys(decisions)].find((id) => !known.has(id))
  if (patientId !== undefined) return { status: 'refused', code: 'unknown_patient', patientId }
  for (const analysisId of input.analysisIds) {
    const refusal = refuseAnalysis(analysisId, assortment.analyses.get(analysisId), assortment)
    if (refusal) return refusal
  }
  const materialId = Object.values(decisions)
    .flatMap((ofPatient) => Object.keys(ofPatient).map(Number))
    .find((id) => !assortment.materials.has(id))
  return materialId === undefined ? null : { status: 'refused', code: 'unknown_material', materialId }
}

function refuseAnalysis(
  analysisId: number,
  analysis: CartAnalysis | undefined,
  assortment: Assortment,
): AddToCartRefusal | null {
  if (!analysis) return { status: 'refused', code: 'unknown_analysis', analysisId }
  if (analysis.price?.currency !== assortment.currency) {
    return { status: 'refused', code: 'analysis_has_no_price', analysisId }
  }
  const materialId = missingMaterialOf(analysis, assortment)
  return materialId === null ? null : { status: 'refused', code: 'unknown_material', materialId }
}
