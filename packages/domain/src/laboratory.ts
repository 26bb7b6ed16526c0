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
