import type { RuleEffect } from '@shop/domain/cart'
import { CART_CURRENCY, ORDER_CURRENCY, type WireMoney } from '@shop/domain/money'
import { z } from 'zod'
import type { WireAnalysis } from './catalogue.ts'
import { catalogueIdSchema, personalIdSchema, phoneSchema } from './fields.ts'
import { feedbackFromWire } from './order-codec.ts'
import {
  DEFAULT_FEEDBACK,
  type FeedbackDetails,
  feedbackDetailsSchema,
  visitAddressSchema,
} from './orders.ts'

const decisionsSchema = z
  .record(personalIdSchema, z.record(z.string().regex(/^\d+$/), z.boolean()))
  .describe('{[patientId]: {[materialId]: bought}}')
const confirmationsSchema = z
  .record(personalIdSchema, z.object({ pregnant: z.boolean().optional() }))
  .describe('{[patientId]: {pregnant: true}}')

/** The field of the calls with the decisions about optional materials; once parsed it is `materialDecisions`. */
export const DECISIONS_FIELD = 'updateToIsBoughtOptionalMaterialMap'

const addOptions = {
  patientIds: z.array(personalIdSchema).min(1).max(50),
  [DECISIONS_FIELD]: decisionsSchema.nullish(),
  confirmations: confirmationsSchema.nullish(),
}
type Decisions = z.infer<typeof decisionsSchema> | null | undefined
const withDecisions = <Call extends { [DECISIONS_FIELD]?: Decisions }>(call: Call) => {
  const { [DECISIONS_FIELD]: materialDecisions, ...rest } = call
  return { ...rest, materialDecisions: materialDecisions as Decisions }
}
export const addToCartSchema = z
  .object({ analysisId: catalogueIdSchema, ...addOptions })
  .transform(withDecisions)
export const addProfileToCartSchema = z
  .object({ profileId: catalogueIdSchema, ...addOptions })
  .transform(withDecisions)
export const removePatientAnalysisSchema = z.object({
  patientId: personalIdSchema,
  analysisId: catalogueIdSchema,
})
export const setNurseCheckoutDateSchema = z
  .object({ nurseCheckoutDate: z.iso.datetime({ offset: true }) })
  .transform(({ nurseCheckoutDate: start }) => ({ start }))
export const setCallDetailsSchema = z.object({
  callStructureParams: z.object({
    callableRegionId: catalogueIdSchema,
    address: visitAddressSchema,
    phone: phoneSchema,
    visitDate: z.iso.datetime({ offset: true }),
  }),
})
export const setFeedbackSchema = feedbackDetailsSchema.transform(feedbackFromWire)
export const createShopOrderSchema = z.object({ laboratoryId: z.coerce.number().pipe(catalogueIdSchema) })

export interface MaterialCartRef {
  materialId: number
  name: string
  price: number
  currency: string
  isOptional: boolean
  analysisIds: number[]
}
/** A profile whose name stays with the analyses that came with it. */
export interface CartProfile {
  id: number
  name: string
  analysisIds: number[]
}
/** The cart of the specification, keyed by patient and analysis ids. */
export interface WireCart {
  patientIdsByAnalysisId: Record<number, string[]>
  analysisIdsByPatientId: Record<string, number[]>
  subCartTotalsByPatientId: Record<string, WireMoney>
  analysisDtosByPatientId: Record<string, (WireAnalysis & { unavailable?: boolean })[]>
  materialCartRefMapsByPatientId: Record<string, Record<number, MaterialCartRef>>
  isBoughtOptionalMaterialMap: Record<string, Record<number, boolean>>
  cartTotal: WireMoney
  /** Lines that the active laboratory does not offer, outside the totals; they block the order. */
  unavailableAnalysisIdsByPatientId: Record<string, number[]>
  profilesByPatientId: Record<string, CartProfile[]>
  /** Why it cannot be ordered yet: `cart_empty`, `unavailable_lines`, …; empty if it can. */
  obstacles: string[]
  /** `broken_requirements`: the rules that lines of the cart break. */
  brokenRequirements: WireRuleApplication[]
  /** `undecided_materials`: the decisions still to be made. */
  undecidedMaterials: OptionalMaterialDecisionRequestMap
}
export interface CalculatedCallStructure {
  callableRegionId: number
  regionName: string
  address: z.infer<typeof visitAddressSchema>
  phone: string
  visitDate: string
}
export interface OrderDetails {
  nurseCheckoutDate: string | null
  calculatedCallStructure: CalculatedCallStructure | null
  orderTotal: WireMoney
  deliveryPrice: WireMoney | null
  feedbackDetails: FeedbackDetails
}
export interface WireRuleApplication {
  patientId: string
  analysisId: number
  rule: string
  message: string
  effect: RuleEffect
  /** Missing companions, or the bigger analysis. */
  relatedAnalysisIds: number[]
}
export type OptionalMaterialDecisionRequestMap = Record<
  string,
  Record<number, { materialId: number; name: string; price: number; currency: string; analysisIds: number[] }>
>
/** What every cart call answers. */
export type CartAnswer =
  | { status: 'calculated'; cart: WireCart; orderDetails: OrderDetails }
  | {
      status: 'specificAnalysisRestrictionsApplied'
      cart: WireCart
      orderDetails: OrderDetails
      specificAnalysisRulesApplication: WireRuleApplication[]
    }
  | {
      status: 'optionalMaterialDecisionRequested'
      optionalMaterialDecisionRequestMap: OptionalMaterialDecisionRequestMap
    }

export const EMPTY_CART: WireCart = {
  patientIdsByAnalysisId: {},
  analysisIdsByPatientId: {},
  subCartTotalsByPatientId: {},
  analysisDtosByPatientId: {},
  materialCartRefMapsByPatientId: {},
  isBoughtOptionalMaterialMap: {},
  cartTotal: { price: 0, currency: CART_CURRENCY },
  unavailableAnalysisIdsByPatientId: {},
  profilesByPatientId: {},
  obstacles: ['cart_empty'],
  brokenRequirements: [],
  undecidedMaterials: {},
}
export const EMPTY_ORDER_DETAILS: OrderDetails = {
  nurseCheckoutDate: null,
  calculatedCallStructure: null,
  orderTotal: { price: 0, currency: ORDER_CURRENCY },
  deliveryPrice: null,
  feedbackDetails: DEFAULT_FEEDBACK,
}
