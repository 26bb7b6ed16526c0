import type { BloodTube } from './blood-draw.ts'
import type { Gender } from './gender.ts'
import type { Currency, Money } from './money.ts'
import type { Rule } from './rules.ts'

export interface CartPatient {
  readonly id: string
  readonly gender: Gender
  /** `YYYY-MM-DD` */
  readonly dateOfBirth: string
}

export interface CartAnalysis {
  readonly id: number
  readonly code: string
  readonly name: string
  /** The first price of the laboratory's price list; null if it has none. */
  readonly price: Money | null
  /** The main sampling service and the extra ones. */
  readonly samplingServiceIds: readonly number[]
  /** The tube, container or kit. */
  readonly materialId: number | null
  /** See `DrawnAnalysis`. */
  readonly tubeGroup?: string | undefined
  readonly draws?: number | undefined
  readonly rules: readonly Rule[]
  readonly homeCallPossible: boolean
}

/** What a material is charged for. */
export const MATERIAL_CHARGES = [
  'ONCE_PER_PATIENT_VISIT',
  'PER_ANALYSIS',
  'ONCE_PER_CONTAINER',
  'INCLUDED_IN_SERVICE',
] as const
export type MaterialCharge = (typeof MATERIAL_CHARGES)[number]

export const MATERIAL_KINDS = ['sampling service', 'tube', 'container', 'kit'] as const
export type MaterialKind = (typeof MATERIAL_KINDS)[number]

export interface Material {
  readonly id: number
  readonly name: string
  readonly kind: MaterialKind
  readonly price: Money | null
  /** The patient may bring it instead of buying it. */
  readonly isOptional: boolean
  readonly charge: MaterialCharge
  /** Of a tube. */
  readonly blood?: BloodTube | undefined
}

/** What one laboratory offers, in its currency. */
export interface Assortment {
  readonly currency: Currency
  readonly analyses: ReadonlyMap<number, CartAnalysis>
  readonly materials: ReadonlyMap<number, Material>
}

/** Whether a patient buys an optional material (true) or brings it (false), by patient, then material. */
export type MaterialDecisions = Readonly<Record<string, Readonly<Record<number, boolean>>>>

/**
 * What is kept of a cart: only choices, never prices. Ids are in ascending order and nothing empty is kept, so that
 * equal carts are equal records, however they came about.
 */
export interface Cart {
  readonly analysisIdsByPatientId: Readonly<Record<string, readonly number[]>>
  readonly materialDecisions: MaterialDecisions
  /** Patients who confirmed a pregnancy for an analysis that is still in the cart. */
  readonly pregnantPatientIds: readonly string[]
  /** Profiles that analyses came with, by patient, then profile; absent if none came with one. */
  readonly profilesByPatientId?: Readonly<Record<string, PatientProfiles>>
}

/** A patient's analyses by the id of the profile they came with. */
export type PatientProfiles = Readonly<Record<number, readonly number[]>>

export const emptyCart: Cart = Object.freeze({
  analysisIdsByPatientId: Object.freeze({}),
  materialDecisions: Object.freeze({}),
  pregnantPatientIds: Object.freeze([]),
})

/**
 * What a rule did. leftOut: the analysis was not added. removed: a bigger analysis that was added includes it.
 * broken: it is in the cart, and the order waits until this is resolved.
 */
export type RuleEffect = 'leftOut' | 'removed' | 'broken'

/** A rule applied to one patient's analysis. */
export interface RuleApplication {
  readonly patientId: string
  readonly analysisId: number
  readonly effect: RuleEffect
  readonly rule: Rule
  /** REQUIRES_ALSO: the missing companions. ALREADY_INCLUDES: the bigger analysis. Otherwise empty. */
  readonly relatedAnalysisIds: readonly number[]
  /** In the reader's language. */
  readonly message: string
}

/** An optional material that a patient must decide about. */
export interface MaterialDecisionRequest {
  readonly materialId: number
  readonly name: string
  readonly price: Money
  readonly analysisIds: readonly number[]
}

export type MaterialDecisionRequestMap = Readonly<
  Record<string, Readonly<Record<number, MaterialDecisionRequest>>>
>

export type UnavailabilityReason = 'not_offered' | 'no_price' | 'material_not_offered'

/** Visible in the cart, outside the totals; it blocks the order until it is removed. */
export interface UnavailableLine {
  readonly patientId: string
  readonly analysisId: number
  readonly reason: UnavailabilityReason
}
