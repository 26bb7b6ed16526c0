import { type LaboratoryType, type VisitKind, visitKindOf } from './laboratory.ts'
import {
  type Closure,
  type LaboratoryCalendar,
  type OpeningHours,
  openingHoursOf,
} from './laboratory-calendar.ts'

/** The rules by which visits are ordered: a nurse's rounds, or the branch's hours. */
export interface VisitPlan {
  readonly kind: VisitKind
  readonly openingHours: OpeningHours
  readonly closures?: readonly Closure[]
}

/** The rules by which visits to the laboratory are ordered. */
export function visitPlanOf({
  openingHours,
  closures,
  ...laboratory
}: {
  readonly type: LaboratoryType
  readonly openingHours: OpeningHours
  readonly closures: readonly Closure[]
}): VisitPlan {
  return { kind: visitKindOf(laboratory), openingHours, closures }
}

/** The same of a laboratory whose calendar is at hand. */
export function planOfCalendar(kind: VisitKind, { week, closures }: LaboratoryCalendar): VisitPlan {
  return { kind, openingHours: openingHoursOf(week), closures }
}
