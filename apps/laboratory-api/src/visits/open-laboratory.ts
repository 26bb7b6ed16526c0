import { Problem } from '@shop/contract/problem'
import { visitKindOf } from '@shop/domain/laboratory'
import type { LaboratoryCalendar } from '@shop/domain/laboratory-calendar'
import { planOfCalendar, type VisitPlan } from '@shop/domain/visit-plan'
import type { CatalogueLaboratory } from '../catalogue/catalogue-snapshot.ts'
import type { ApiContext } from '../context.ts'

/** The rules by which visits to this laboratory are ordered. */
export function planOf(laboratory: CatalogueLaboratory, calendar: LaboratoryCalendar): VisitPlan {
  return planOfCalendar(visitKindOf(laboratory), calendar)
}

/** A laboratory that takes orders. @throws Problem unknown_laboratory */
export function openLaboratory({ catalogue }: ApiContext, laboratoryId: number): CatalogueLaboratory {
  const laboratory = catalogue.current().laboratories.get(laboratoryId)
  if (!laboratory?.isOffered) throw new Problem('unknown_laboratory')
  return laboratory
}
