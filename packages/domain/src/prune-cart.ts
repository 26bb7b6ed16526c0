import type { Assortment, Cart, PatientProfiles } from './cart.ts'
import { materialIdsOf, needsDecision } from './cart-materials.ts'

/**
 * Brings a changed cart into its one form: ascending ids, no patient without analyses, and no decision or pregnancy
 * that nothing in the cart asks for any more. For a patient with an analysis unknown to this laboratory everything
 * is kept: what that analysis needs is known elsewhere.
 */
export function pruneCart(cart: Cart, assortment: Assortment): Cart {
  const analysisIdsByPatientId: Record<string, readonly number[]> = {}
  const materialDecisions: Record<string, Record<number, boolean>> = {}
  const pregnantPatientIds: string[] = []
  const pregnant = new Set(cart.pregnantPatientIds)
  const profilesByPatientId: Record<string, PatientProfiles> = {}
  for (const [patientId, ids] of sortedEntries(cart.analysisIdsByPatientId)) {
    if (ids.length === 0) continue
    const analysisIds = [...new Set(ids)].sort((left, right) => left - right)
    analysisIdsByPatientId[patientId] = analysisIds
    const needs = needsOf(analysisIds, assortment)
    const decisions = Object.entries(cart.materialDecisions[patientId] ?? {}).filter(
      ([materialId]) => needs.isUnknown || needs.decisions.has(Number(materialId)),
    )
    if (decisions.length > 0) materialDecisions[patientId] = Object.fromEntries(decisions)
    const profiles = heldProfiles(cart.profilesByPatientId?.[patientId], analysisIds)
    if (profiles) profilesByPatientId[patientId] = profiles
    if (pregnant.has(patientId) && (needs.isUnknown || needs.pregnancy)) pregnantPatientIds.push(patientId)
  }
  const hasProfiles = Object.keys(profilesByPatientId).length > 0
  return {
    analysisIdsByPatientId,
    materialDecisions,
    pregnantPatientIds,
    ...(hasProfiles ? { profilesByPatientId } : {}),
  }
}

/** A profile is named while one of its analyses is in the cart. */
function heldProfiles(
  profiles: PatientProfiles | undefined,
  analysisIds: readonly number[],
): PatientProfiles | null {
  if (!profiles) return null
  const held = Object.entries(profiles).map(([profileId, ids]) => {
    return [profileId, analysisIds.filter((id) => ids.includes(id))] as const
  })
  const named = held.filter(([, ids]) => ids.length > 0)
  return named.length > 0 ? Object.fromEntries(named) : null
}

function needsOf(analysisIds: readonly number[], { analyses, materials }: Assortment) {
  const decisions = new Set<number>()
  let isUnknown = false
  let pregnancy = false
  for (const id of analysisIds) {
    const analysis = analyses.get(id)
    if (!analysis) {
      isUnknown = true
      continue
    }
    for (const materialId of materialIdsOf(analysis)) {
      const material = materials.get(materialId)
      if (!material || needsDecision(material)) decisions.add(materialId)
    }
    pregnancy ||= analysis.rules.some(({ type }) => type === 'PREGNANCY_ONLY')
  }
  return { decisions, isUnknown, pregnancy }
}

function sortedEntries<T>(record: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1))
}
