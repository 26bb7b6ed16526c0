import { Problem } from '@shop/contract/problem'
import { visitPlanOf } from '@shop/domain/laboratory'
import { type LaboratoryCalendar, openingHoursOf } from '@shop/domain/laboratory-calendar'
import type { VisitPlan } from '@shop/domain/visit-slots'
import type { CatalogueLaboratory } from '../catalogue/catalogue-snapshot.ts'
import type { ApiContext } from '../context.ts'

/** The rules by which visits to this laboratory are ordered. */
export function planOf({ type }: CatalogueLaboratory, { week, closures }: LaboratoryCalendar): VisitPlan {
  return visitPlanOf({ type, openingHours: openingHoursOf(week), closures })
}

/** A laboratory that takes orders. @throws Problem unknown_laboratory */
export function openLaboratory({ catalogue }: ApiContext, laboratoryId: number): CatalogueLaboratory {
  const laboratory = catalogue.current().laboratories.get(laboratoryId)
  if (!laboratory?.isOffered) throw new Problem('unknown_laboratory')
  return laboratory
}
