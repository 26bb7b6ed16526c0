import type { CreateOrder } from '@shop/contract/orders'
import { Problem } from '@shop/contract/problem'
import { VISIT_PROBLEM_CODES } from '@shop/contract/visits'
import { comesHome } from '@shop/domain/laboratory'
import type { LaboratoryCalendar } from '@shop/domain/laboratory-calendar'
import type { Money } from '@shop/domain/money'
import { checkVisitTime } from '@shop/domain/visit-slots'
import type { CatalogueLaboratory } from '../catalogue/catalogue-snapshot.ts'
import type { ApiContext } from '../context.ts'
import { capacityOf } from '../visits/list-visit-slots.ts'
import { planOf } from '../visits/open-laboratory.ts'
import { invalidField } from './order-request.ts'
import type { OrderRow } from './tables.ts'

export interface PlannedVisit
  extends Pick<OrderRow, 'visitKind' | 'visitStart' | 'visitEnd' | 'region' | 'address' | 'phone'> {
  /** `YYYY-MM-DD` in the business zone: ages are counted on it. */
  date: string
  deliveryPrice: Money | null
  /** How many visits may begin at that time. */
  places: number
}

/**
 * A time in the laboratory's calendar, with the end of a visit of so many people.
 * @throws Problem visit_… for a time that cannot be ordered
 */
export function planTime(
  context: ApiContext,
  {
    start,
    people,
    laboratory,
    calendar,
    now,
  }: {
    start: string
    people: number
    laboratory: CatalogueLaboratory
    calendar: LaboratoryCalendar
    now: Date
  },
): Pick<PlannedVisit, 'date' | 'visitStart' | 'visitEnd' | 'places'> {
  const zone = context.settings.businessTimeZone
  const check = checkVisitTime({ plan: planOf(laboratory, calendar), people, start, now, zone })
  if (check.status === 'refused') {
    const errors = [{ path: 'visit.start', message: check.problem }]
    throw new Problem(VISIT_PROBLEM_CODES[check.problem], { errors })
  }
  return {
    date: check.date,
    visitStart: new Date(check.slot.start),
    visitEnd: new Date(check.slot.end),
    places: capacityOf(calendar, check.slot, zone),
  }
}

/**
 * The visit of an order, as it will be stored. @throws Problem visit_not_chosen when the laboratory is of the other
 * kind, invalid_fields for an unknown region, visit_… for a time that cannot be ordered
 */
export function planVisit(
  context: ApiContext,
  {
    visit,
    ...at
  }: {
    visit: CreateOrder['visit']
    people: number
    laboratory: CatalogueLaboratory
    calendar: LaboratoryCalendar
    now: Date
  },
): PlannedVisit {
  const isHomeCall = visit.kind === 'homeCall'
  if (isHomeCall !== comesHome(at.laboratory)) throw new Problem('visit_not_chosen')
  const time = planTime(context, { start: visit.start, ...at })
  if (!isHomeCall) {
    return { ...time, visitKind: 'branch', region: null, address: null, phone: null, deliveryPrice: null }
  }
  const region = context.catalogue.current().callableRegions.get(visit.callableRegionId)
  if (!region?.isOffered) throw invalidField('visit.callableRegionId', 'no such region')
  return {
    ...time,
    visitKind: 'homeCall',
    region: { id: region.id, name: region.name },
    address: visit.address,
    phone: visit.phone,
    deliveryPrice: region.price,
  }
}
