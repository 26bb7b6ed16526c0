import type { CartAnswer } from '@shop/contract/cart'
import { Problem } from '@shop/contract/problem'
import { type AddToCartResult, addToCart } from '@shop/domain/add-to-cart'
import type {
  CartDocument,
  MaterialDecisionRequestMap,
  MaterialDecisions,
  RuleApplication,
} from '@shop/domain/cart'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { rulesDate } from './calculate-open-cart.ts'
import { type CartChange, calculatorInput, changeCart } from './change-cart.server.ts'
import { encodeCartAnswer, encodeRequests } from './encode-cart.server.ts'

export interface AddOptions {
  shop: Shop
  patientIds: readonly string[]
  /** `updateToIsBoughtOptionalMaterialMap` of the call. */
  decisions?: MaterialDecisions | null | undefined
  confirmations?: Readonly<Record<string, { pregnant?: boolean | undefined }>> | null | undefined
  /** The page has announced companions with their prices: they come along. */
  bringsCompanions?: boolean
  /** The profile whose analyses these are. */
  profileId?: number
}

type FindAnalyses = (laboratoryId: number) => readonly number[] | Promise<readonly number[]>

/** Adds analyses for patients and answers as every cart call does; a missing decision changes nothing. */
export async function addAnalyses(options: AddOptions, analysisIdsOf: FindAnalyses): Promise<CartAnswer> {
  const { open, result } = await changeByAddition(options, analysisIdsOf)
  if (result.status === 'added') return encodeCartAnswer(open, result.applications)
  const optionalMaterialDecisionRequestMap = encodeRequests(result.requests)
  return { status: 'optionalMaterialDecisionRequested', optionalMaterialDecisionRequestMap }
}

/** Adds analyses for patients and stores the cart. @throws Problem for what is refused */
export async function changeByAddition(options: AddOptions, analysisIdsOf: FindAnalyses) {
  return changeCart(options.shop, async (open) => {
    // Without a laboratory nothing has a price, so nothing can be added.
    if (!open.laboratory) throw new Problem('unknown_laboratory')
    const analysisIds = await analysisIdsOf(open.laboratory.id)
    const { cart } = open.documents.cart.body
    return settle(
      cart,
      addToCart({
        cart,
        patients: open.patients,
        analysisIds,
        patientIds: options.patientIds,
        decisions: options.decisions ?? {},
        confirmations: confirmed(options.confirmations),
        bringsCompanions: options.bringsCompanions ?? false,
        profileId: options.profileId,
        assortment: open.catalogue.assortment,
        onDate: rulesDate(calculatorInput(open)),
      }),
    )
  })
}

function confirmed(confirmations: AddOptions['confirmations']): Record<string, { pregnant: boolean }> {
  return Object.fromEntries(
    Object.entries(confirmations ?? {}).map(([id, { pregnant }]) => [id, { pregnant: pregnant === true }]),
  )
}

type Settled =
  | { status: 'added'; applications: readonly RuleApplication[]; addedCount: number }
  | { status: 'optionalMaterialDecisionRequested'; requests: MaterialDecisionRequestMap }

/** @throws Problem for what was refused */
function settle(before: CartDocument, result: AddToCartResult): CartChange<Settled> {
  switch (result.status) {
    case 'refused':
      throw refusal(result)
    case 'optionalMaterialDecisionRequested':
      return {
        result: { status: result.status, requests: result.optionalMaterialDecisionRequestMap },
      }
    case 'calculated':
      return {
        cart: result.cart,
        result: { status: 'added', applications: [], addedCount: countAdded(before, result.cart) },
      }
    case 'specificAnalysisRestrictionsApplied':
      return {
        cart: result.cart,
        result: {
          status: 'added',
          applications: result.specificAnalysisRulesApplication,
          addedCount: countAdded(before, result.cart),
        },
      }
  }
}

function countAdded(before: CartDocument, after: CartDocument): number {
  const counts = Object.entries(after.analysisIdsByPatientId).map(([patientId, ids]) => {
    const held = new Set(before.analysisIdsByPatientId[patientId])
    return ids.filter((id) => !held.has(id)).length
  })
  return counts.reduce((sum, count) => sum + count, 0)
}

function refusal(result: Extract<AddToCartResult, { status: 'refused' }>): Problem {
  const [, id] = Object.entries(result).find(([key]) => key.endsWith('Id')) ?? []
  const path = { unknown_patient: 'patientIds', unknown_material: 'updateToIsBoughtOptionalMaterialMap' }
  const field = path[result.code as keyof typeof path] ?? 'analysisId'
  return new Problem(result.code, { errors: [{ path: field, message: String(id) }] })
}
