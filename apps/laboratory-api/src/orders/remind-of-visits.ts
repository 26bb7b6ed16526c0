import { startOfDay, todayIn } from '@shop/domain/age'
import { addDays, weekdayOf } from '@shop/domain/dates'
import { localInstant } from '@shop/domain/visit-slots'
import { and, eq, gt, gte, inArray, isNull, lt, not, notExists, or, type SQL } from 'drizzle-orm'
import { restrictedOwner } from '../accounts/processing-limits.ts'
import type { ApiContext } from '../context.ts'
import { orders } from './tables.ts'

/** The local hour of the day before, from which people are reminded. */
const FROM_HOUR = 15
/** A customer whose order changed within this time has just read all of it. */
const FRESH_MS = 3 * 60 * 60_000

/** Per transaction: a payment, cancellation or move of one of tomorrow's visits waits for no more than these. */
const BATCH = 200

/** Puts "your visit is tomorrow" into the outbox for every paid order of tomorrow, once each; returns how many. */
export async function remindOfVisits(context: ApiContext): Promise<number> {
  const zone = context.settings.businessTimeZone
  const now = context.now()
  if (Temporal.Instant.from(now.toISOString()).toZonedDateTimeISO(zone).hour < FROM_HOUR) return 0
  let [count, reminded] = [0, 0]
  do {
    reminded = await remindOfSome(context, now)
    count += reminded
  } while (reminded > 0)
  return count
}

function remindOfSome(context: ApiContext, now: Date): Promise<number> {
  const zone = context.settings.businessTimeZone
  const tomorrow = addDays(todayIn(zone, now), 1)
  return context.database.transaction(async (queries) => {
    const due = await queries
      .select({ id: orders.id })
      .from(orders)
      .where(
        and(
          eq(orders.state, 'paid'),
          isNull(orders.remindedAt),
          gte(orders.visitStart, startOfDay(tomorrow, zone)),
          lt(orders.visitStart, startOfDay(addDays(tomorrow, 1), zone)),
          lt(orders.updatedAt, new Date(now.getTime() - FRESH_MS)),
          notExists(restrictedOwner(queries, orders.userId)),
          ...closedTimes(context, tomorrow).map((closed) => not(closed)),
        ),
      )
      .limit(BATCH)
      // A locked order is about to change: the next run, a quarter of an hour later, looks at it again.
      .for('update', { skipLocked: true })
    const ids = due.map(({ id }) => id)
    if (ids.length > 0) await queries.update(orders).set({ remindedAt: now }).where(inArray(orders.id, ids))
    for (const orderId of ids) await context.mail.send(queries, 'visitTomorrow', { orderId })
    return ids.length
  })
}

/** No one is sent to a closed door: the desk is shown these visits until each has another time. */
function closedTimes({ calendar, catalogue, settings }: ApiContext, date: string): SQL[] {
  const at = (time: string) => new Date(localInstant(date, time, settings.businessTimeZone))
  return [...catalogue.current().laboratories.values()].flatMap((laboratory) => {
    const { week, closures } = calendar.of(laboratory)
    const isHere = eq(orders.laboratoryId, laboratory.id)
    const day = week[weekdayOf(date)]
    const isOutOfHours = day
      ? or(lt(orders.visitStart, at(day.open)), gt(orders.visitEnd, at(day.close)))
      : undefined
    return [
      and(isHere, isOutOfHours)!,
      ...closures
        .filter(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay)
        .map(
          ({ fromTime, toTime }) =>
            and(
              isHere,
              fromTime === null ? undefined : gt(orders.visitEnd, at(fromTime)),
              toTime === null ? undefined : lt(orders.visitStart, at(toTime)),
            )!,
        ),
    ]
  })
}
