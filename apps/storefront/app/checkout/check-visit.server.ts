import type { WireLaboratory } from '@shop/contract/laboratories'
import { Problem, type ProblemCode } from '@shop/contract/problem'
import { visitPlanOf } from '@shop/domain/laboratory'
import { checkVisitTime, inZone, type VisitProblem } from '@shop/domain/visit-slots'
import type { Shop } from '../platform/session/shop-context.server.ts'

const CODES: Readonly<Record<VisitProblem, ProblemCode>> = {
  in_the_past: 'visit_in_the_past',
  day_off: 'visit_day_off',
  off_the_grid: 'visit_off_the_grid',
  beyond_horizon: 'visit_beyond_horizon',
  after_cut_off: 'visit_after_cut_off',
}

/**
 * The wanted time in the business zone's offset, if the laboratory has a free place then.
 * `start` is RFC 3339 with any offset.
 * @throws Problem `visit_…` for a time that is none, `slot_taken` when the places are gone
 */
export async function checkVisit(input: {
  shop: Shop
  laboratory: WireLaboratory
  start: string
}): Promise<string> {
  const { shop, laboratory, start } = input
  const zone = shop.businessTimeZone
  const check = checkVisitTime({ plan: visitPlanOf(laboratory), start, now: shop.now(), zone })
  if (check.status === 'refused') throw new Problem(CODES[check.problem])
  const slots = await shop.api.visitSlots({ laboratoryId: laboratory.id, from: check.date, days: 1 })
  const wanted = Date.parse(check.slot.start)
  const slot = slots.find((candidate) => Date.parse(candidate.start) === wanted)
  if (!slot || slot.free === 0) throw new Problem('slot_taken')
  return inZone(check.slot.start, zone)
}
