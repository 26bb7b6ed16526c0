import type { CartAnswer } from '@shop/contract/cart'
import { Problem } from '@shop/contract/problem'
import { type AddToCartResult, addToCart } from '@shop/domain/add-to-cart'
import type { MaterialDecisionRequestMap, MaterialDecisions } from '@shop/domain/cart'
import { toWire } from '@shop/domain/money'
import type { Shop } from '../../shop-context.server.ts'
import { rulesDate } from '../../storage/calculate-open-cart.ts'
import { type CartChange, calculatorInput, changeCart } from '../../storage/change-cart.server.ts'
import { encodeCartAnswer } from '../../storage/encode-cart.server.ts'

export interface AddOptions {
  shop: Shop
  patientIds: readonly string[]
  /** `updateToIsBoughtOptionalMaterialMap` of the call. */
  decisions?: MaterialDecisions | null | undefined
  confirmations?: Readonly<Record<string, { pregnant?: boolean | undefined }>> | null | undefined
}

/** Adds analyses for patients and answers as every cart call does; a missing decision changes nothing. */
export async function addAnalyses(
  options: AddOptions,
  analysisIdsOf: (laboratoryId: number) => readonly number[] | Promise<readonly number[]>,
): Promise<CartAnswer> {
  const { open, result } = await changeCart(options.shop, async (open) => {
    // Without a laboratory nothing has a price, so nothing can be added.
    if (!open.laboratory) throw new Problem('unknown_laboratory')
    const analysisIds = await analysisIdsOf(open.laboratory.id)
    return settle(
      addToCart({
        cart: open.documents.cart.body.cart,
        patients: open.patients,
        analysisIds,
        patientIds: options.patientIds,
        decisions: options.decisions ?? {},
        confirmations: confirmed(options.confirmations),
        assortment: open.catalogue.assortment,
        onDate: rulesDate(calculatorInput(open)),
      }),
    )
  })
  if (result.status === 'optionalMaterialDecisionRequested') return encodeRequest(result.requests)
  return encodeCartAnswer(open, result.applications)
}

function confirmed(confirmations: AddOptions['confirmations']): Record<string, { pregnant: boolean }> {
  return Object.fromEntries(
    Object.entries(confirmations ?? {}).map(([id, { pregnant }]) => [id, { pregnant: pregnant === true }]),
  )
}

type Settled =
  | { status: 'added'; applications: Parameters<typeof encodeCartAnswer>[1] }
  | { status: 'optionalMaterialDecisionRequested'; requests: MaterialDecisionRequestMap }

/** @throws Problem for what was refused */
function settle(result: AddToCartResult): CartChange<Settled> {
  switch (result.status) {
    case 'refused':
      throw refusal(result)
    case 'optionalMaterialDecisionRequested':
      return {
        result: { status: result.status, requests: result.optionalMaterialDecisionRequestMap },
      }
    case 'calculated':
      return { cart: result.cart, result: { status: 'added', applications: [] } }
    case 'specificAnalysisRestrictionsApplied':
      return {
        cart: result.cart,
        result: { status: 'added', applications: result.specificAnalysisRulesApplication },
      }
  }
}

function refusal(result: Extract<AddToCartResult, { status: 'refused' }>): Problem {
  const [, id] = Object.entries(result).find(([key]) => key.endsWith('Id')) ?? []
  const path = { unknown_patient: 'patientIds', unknown_material: 'updateToIsBoughtOptionalMaterialMap' }
  const field = path[result.code as keyof typeof path] ?? 'analysisId'
  return new Problem(result.code, { errors: [{ path: field, message: String(id) }] })
}

function encodeRequest(requests: MaterialDecisionRequestMap): CartAnswer {
  const optionalMaterialDecisionRequestMap = Object.fromEntries(
    Object.entries(requests).map(([patientId, ofPatient]) => [
      patientId,
      Object.fromEntries(
        Object.values(ofPatient).map(({ materialId, name, price, analysisIds }) => [
          materialId,
          { materialId, name, ...toWire(price), analysisIds: [...analysisIds] },
        ]),
      ),
    ]),
  )
  return { status: 'optionalMaterialDecisionRequested', optionalMaterialDecisionRequestMap }
}
