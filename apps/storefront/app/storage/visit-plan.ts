import type { WireLaboratory } from '@shop/contract/laboratories'
import type { VisitPlan } from '@shop/domain/visit-slots'

/** By which rules visits to this laboratory are ordered: what is not PHYSICAL comes home. */
export function visitPlan(laboratory: WireLaboratory): VisitPlan {
  return laboratory.type === 'PHYSICAL'
    ? { kind: 'branch', openingHours: laboratory.openingHours }
    : { kind: 'home' }
}
