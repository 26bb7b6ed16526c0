import { Problem } from '@shop/contract/problem'
import type { VisitPlan } from '@shop/domain/visit-slots'
import type { CatalogueLaboratory } from '../catalogue/catalogue-snapshot.ts'
import type { ApiContext } from '../context.ts'

/** When a laboratory takes samples: a nurse's rounds, or a branch's hours. */
export function visitPlan(laboratory: CatalogueLaboratory): VisitPlan {
  return laboratory.isCallable ? { kind: 'home' } : { kind: 'branch', openingHours: laboratory.openingHours }
}

/** Places per slot. */
export function slotCapacity({ settings }: ApiContext, laboratory: CatalogueLaboratory): number {
  return laboratory.isCallable ? settings.slotCapacity.homeCall : settings.slotCapacity.branch
}

/** A laboratory that takes orders. @throws Problem unknown_laboratory */
export function openLaboratory({ catalogue }: ApiContext, laboratoryId: number): CatalogueLaboratory {
  const laboratory = catalogue.current().laboratories.get(laboratoryId)
  if (!laboratory?.isOffered) throw new Problem('unknown_laboratory')
  return laboratory
}
