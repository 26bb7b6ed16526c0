import type { Closure } from './laboratory-calendar.ts'
import type { OpeningHours } from './opening-hours.ts'
import type { VisitPlan } from './visit-slots.ts'

export const LABORATORY_TYPES = ['PHYSICAL', 'HOME_SERVICE'] as const
export type LaboratoryType = (typeof LABORATORY_TYPES)[number]

/** What a place offers people besides its tests, and what makes it easy to get there. */
export const LABORATORY_SERVICES = [
  'bloodCollection',
  'broughtSamples',
  'swabs',
  'children',
  'wheelchairAccess',
  'cardPayment',
] as const
export type LaboratoryService = (typeof LABORATORY_SERVICES)[number]

/** What the prices of a laboratory's home visits depend on. */
export const CALL_STRATEGY = 'REGION'

/** Where the sample is taken: at a branch, or at home by a nurse. */
export const VISIT_KINDS = ['branch', 'homeCall'] as const
export type VisitKind = (typeof VISIT_KINDS)[number]

/** Whether the laboratory comes to the patient: any that is not a branch does. */
export function comesHome(laboratory: { readonly type: LaboratoryType }): boolean {
  return laboratory.type !== 'PHYSICAL'
}

export function visitKindOf(laboratory: { readonly type: LaboratoryType }): VisitKind {
  return comesHome(laboratory) ? 'homeCall' : 'branch'
}

/** The rules by which visits to the laboratory are ordered: a nurse's rounds, or the branch's hours. */
export function visitPlanOf({
  type,
  openingHours,
  closures,
}: {
  readonly type: LaboratoryType
  readonly openingHours: OpeningHours
  readonly closures: readonly Closure[]
}): VisitPlan {
  return { kind: comesHome({ type }) ? 'home' : 'branch', openingHours, closures }
}
