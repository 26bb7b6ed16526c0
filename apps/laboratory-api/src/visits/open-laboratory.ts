import { Problem } from '@shop/contract/problem'
import { comesHome } from '@shop/domain/laboratory'
import type { CatalogueLaboratory } from '../catalogue/catalogue-snapshot.ts'
import type { ApiContext } from '../context.ts'

/** Places per slot. */
export function slotCapacity({ settings }: ApiContext, laboratory: CatalogueLaboratory): number {
  return comesHome(laboratory) ? settings.slotCapacity.homeCall : settings.slotCapacity.branch
}

/** A laboratory that takes orders. @throws Problem unknown_laboratory */
export function openLaboratory({ catalogue }: ApiContext, laboratoryId: number): CatalogueLaboratory {
  const laboratory = catalogue.current().laboratories.get(laboratoryId)
  if (!laboratory?.isOffered) throw new Problem('unknown_laboratory')
  return laboratory
}
