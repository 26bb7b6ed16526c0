import { type CartAnswer, DECISIONS_FIELD } from '@shop/contract/cart'
import { undecidedToWire } from '@shop/contract/cart-codec'
import { Problem } from '@shop/contract/problem'
import { type AddToCartResult, CART_LINE_LIMIT, addToCart as withAnalyses } from '@shop/domain/add-to-cart'
import type { Cart, MaterialDecisionRequestMap, MaterialDecisions, RuleApplication } from '@shop/domain/cart'
import { readProfiles } from '../platform/catalogue/catalogue-cache.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { encodeCartAnswer } from './encode-cart.server.ts'
import { type CartChange, changeCart, rulesDate } from './open-cart.server.ts'

/**
 * Adds one analysis for patients.
 * @throws Problem `unauthorized`, `unknown_laboratory`, `unknown_analysis`, `analysis_has_no_price`,
 * `unknown_patient`, `unknown_material`, `cart_full`
 */
export function addToCart({
  analysisId,
  ...options
}: AddOptions & { analysisId: number }): Promise<CartAnswer> {
  return addAnalyses(options, () => [analysisId])
}

/**
 * Adds the analyses of a profile for patients; those a patient already has are not added twice.
 * @throws Problem as `addToCart`; also `unknown_analysis` for a profile that the laboratory does not offer
 */
export function addProfileToCart({
  profileId,
  ...options
}: AddOptions & { profileId: number }): Promise<CartAnswer> {
  return addAnalyses({ ...options, profileId }, async (laboratoryId) => {
    const profile = (await readProfiles(options.shop, laboratoryId)).get(profileId)
    if (profile) return profile.analyses.map(({ id }) => id)
    throw new Problem('unknown_analysis', { errors: [{ path: 'profileId', message: String(profileId) }] })
  })
}

export interface AddOptions {
  shop: Shop
  patientIds: readonly string[]
  materialDecisions?: MaterialDecisions | null | undefined
  confirmations?: Readonly<Record<string, { pregnant?: boolean | undefined }>> | null | undefined
  /** Also adds the companions, which the page has announced with their prices. */
  bringsCompanions?: boolean
  /** The profile that these analyses belong to. */
  profileId?: number
}

type FindAnalyses = (laboratoryId: number) => readonly number[] | Promise<readonly number[]>

/** Adds analyses for patients and answers like every cart call; a missing decision changes nothing. */
export async function addAnalyses(options: AddOptions, analysisIdsOf: FindAnalyses): Promise<CartAnswer> {
  const { open, result } = await changeByAddition(options, analysisIdsOf)
  if (result.status === 'added') return encodeCartAnswer(open, result.ruleApplications)
  return undecidedToWire(result.undecidedMaterials)
}

/** Adds analyses for patients and stores the cart. @throws Problem for a refused addition */
export async function changeByAddition(options: AddOptions, analysisIdsOf: FindAnalyses) {
  return changeCart(options.shop, async (open) => {
    // Without a laboratory nothing has a price, so nothing can be added.
    if (!open.laboratory) throw new Problem('unknown_laboratory')
    const analysisIds = await analysisIdsOf(open.laboratory.id)
    const { cart } = open.records.cart.body
    return changeOf(
      cart,
      withAnalyses({
        cart,
        patients: open.patients,
        analysisIds,
        patientIds: options.patientIds,
        decisions: options.materialDecisions ?? {},
        confirmations: confirmed(options.confirmations),
        bringsCompanions: options.bringsCompanions ?? false,
        profiles: options.profileId === undefined ? undefined : { [options.profileId]: analysisIds },
        assortment: open.catalogue.assortment,
        onDate: rulesDate(open),
      }),
    )
  })
}

function confirmed(confirmations: AddOptions['confirmations']): Record<string, { pregnant: boolean }> {
  return Object.fromEntries(
    Object.entries(confirmations ?? {}).map(([id, { pregnant }]) => [id, { pregnant: pregnant === true }]),
  )
}

type Addition =
  | { status: 'added'; ruleApplications: readonly RuleApplication[]; addedCount: number }
  | { status: 'undecided'; undecidedMaterials: MaterialDecisionRequestMap }

/** @throws Problem for a refused addition */
function changeOf(before: Cart, result: AddToCartResult): CartChange<Addition> {
  switch (result.status) {
    case 'refused':
      throw refusal(result)
    case 'undecided':
      return { result }
    case 'added': {
      const { cart, ruleApplications } = result
      const addedCount = countAdded(before, cart)
      return { cart, result: { status: 'added', ruleApplications, addedCount } }
    }
  }
}

function countAdded(before: Cart, after: Cart): number {
  const counts = Object.entries(after.analysisIdsByPatientId).map(([patientId, ids]) => {
    const held = new Set(before.analysisIdsByPatientId[patientId])
    return ids.filter((id) => !held.has(id)).length
  })
  return counts.reduce((sum, count) => sum + count, 0)
}

function refusal(result: Extract<AddToCartResult, { status: 'refused' }>): Problem {
  if (result.code === 'cart_full') return new Problem('cart_full', { extension: { limit: CART_LINE_LIMIT } })
  const [, id] = Object.entries(result).find(([key]) => key.endsWith('Id')) ?? []
  const path = { unknown_patient: 'patientIds', unknown_material: DECISIONS_FIELD }
  const field = path[result.code as keyof typeof path] ?? 'analysisId'
  return new Problem(result.code, { errors: [{ path: field, message: String(id) }] })
}
