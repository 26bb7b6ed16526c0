import type { DeskCalendar } from '@shop/contract/desk-calendar'
import { Problem } from '@shop/contract/problem'
import { todayIn } from '@shop/domain/age'
import { daysBetween, weekdayOf } from '@shop/domain/dates'
import { visitKindOf } from '@shop/domain/laboratory'
import { isClosedOn, placesAt } from '@shop/domain/laboratory-calendar'
import type { Locale } from '@shop/domain/locale'
import { ORDER_CURRENCY } from '@shop/domain/money'
import { isInScope, type LaboratoryScope } from '@shop/domain/staff'
import { gridSlots, inZone, localTime } from '@shop/domain/visit-slots'
import type { CatalogueLaboratory } from '../catalogue/catalogue-snapshot.ts'
import type { ApiContext } from '../context.ts'
import { auditStaff, type StaffActor } from '../staff/audit-staff.ts'
import type { StoredCalendar } from '../visits/calendar-store.ts'
import { takenBetween } from '../visits/list-visit-slots.ts'
import { planOf } from '../visits/open-laboratory.ts'
import { publicHolidays } from '../visits/public-holidays.ts'
import { displacedVisits, visitsToCome } from './displaced-visits.ts'

const DAYS = 7
/** No one plans further ahead, and date arithmetic has a limit. */
const DAYS_AROUND = 730

/** The problem for a day too far away to plan. */
export const tooFar = (path: string) =>
  new Problem('invalid_fields', { errors: [{ path, message: 'within two years' }] })

export const isTooFar = (today: string, date: string) => Math.abs(daysBetween(today, date)) > DAYS_AROUND

export interface CalendarAtDesk {
  actor: StaffActor
  scope: LaboratoryScope
  laboratoryId: number
}

/** @throws Problem `not_found`, also for a laboratory outside the role's scope */
export function laboratoryInScope(
  { catalogue }: ApiContext,
  { laboratoryId, scope }: CalendarAtDesk,
): CatalogueLaboratory {
  const laboratory = catalogue.current().laboratories.get(laboratoryId)
  if (!laboratory || !isInScope(scope, laboratoryId)) throw new Problem('not_found')
  return laboratory
}

/** A laboratory's calendar with a week of its times. `from` is `YYYY-MM-DD`, absent: today. @throws Problem `not_found` */
export async function readCalendar(
  context: ApiContext,
  { from, locale, ...at }: CalendarAtDesk & { from: string | undefined; locale: Locale },
): Promise<DeskCalendar> {
  const { database, settings, now, catalogue } = context
  const laboratory = laboratoryInScope(context, at)
  // Read from the database, so that someone who has just changed it sees the change.
  await context.calendar.refresh()
  const calendar = context.calendar.of(laboratory)
  const visits = await visitsToCome(context, database.queries, laboratory.id)
  await auditStaff(database.queries, at.actor, {
    action: 'read',
    kind: 'calendar',
    id: String(laboratory.id),
  })
  const today = todayIn(settings.businessTimeZone, now())
  if (from !== undefined && isTooFar(today, from)) throw tooFar('from')
  const { currency } = catalogue.current().assortments.get(laboratory.assortmentId) ?? {
    currency: ORDER_CURRENCY,
  }
  const holidays = await publicHolidays({ currency, from: today, locale })
  const { version, week, closures, openHolidays } = calendar
  return {
    laboratory: {
      id: laboratory.id,
      city: laboratory.city.ru,
      address: laboratory.address.ru,
      visitKind: visitKindOf(laboratory),
    },
    version,
    week: structuredClone(week) as DeskCalendar['week'],
    closures: closures
      .filter(({ lastDay }) => lastDay >= today)
      .toSorted((one, other) => (one.firstDay < other.firstDay ? -1 : 1)),
    holidays: holidays.filter(
      ({ date }) =>
        week[weekdayOf(date)] !== null && !isClosedOn(closures, date) && !openHolidays.includes(date),
    ),
    from: from ?? today,
    times: await timesOf(context, { laboratory, calendar, from: from ?? today }),
    displaced: displacedVisits(context, { laboratory, calendar, visits }),
  }
}

async function timesOf(
  context: ApiContext,
  { laboratory, calendar, from }: { laboratory: CatalogueLaboratory; calendar: StoredCalendar; from: string },
): Promise<DeskCalendar['times']> {
  const zone = context.settings.businessTimeZone
  const slots = gridSlots({ plan: planOf(laboratory, calendar), from, days: DAYS, zone })
  const [first, last] = [slots[0], slots.at(-1)]
  if (!first || !last) return []
  const taken = await takenBetween(context, laboratory.id, first.start, last.start)
  // A week has hundreds of times, and converting them to the zone is the cost: each is converted once, an end as the
  // start of the next.
  const starts = new Map(slots.map(({ start }) => [start, inZone(start, zone)]))
  return slots.map((slot) => {
    const start = starts.get(slot.start)!
    const [date, time] = [start.slice(0, 10), start.slice(11, 16)]
    const to = starts.get(slot.end)?.slice(11, 16) ?? localTime(Date.parse(slot.end), zone)
    return {
      date,
      time,
      start,
      places: placesAt(calendar, { date, from: time, to }),
      taken: taken.get(Date.parse(slot.start)) ?? 0,
    }
  })
}
