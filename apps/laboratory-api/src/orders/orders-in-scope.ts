import { startOfDay } from '@shop/domain/age'
import { addDays } from '@shop/domain/dates'
import type { LaboratoryScope } from '@shop/domain/staff'
import { STATES_WITH_VISIT } from '@shop/domain/visit-progress'
import { and, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { orders } from './tables.ts'

/** Family names first. The outer table is named in plain text: drizzle omits its name inside a selection. */
export const patientNames = sql<string[]>`(
  select coalesce(json_agg(concat_ws(' ', last_name, first_name) order by position), '[]')
  from laboratory.order_patient where order_id = customer_order.id)`

/** Orders of these laboratories; for this scope no others exist. */
export function inScope(scope: LaboratoryScope): SQL | undefined {
  if (scope === 'all') return undefined
  return scope.length > 0 ? inArray(orders.laboratoryId, [...scope]) : sql`false`
}

/** Orders whose visit takes place on a day (`YYYY-MM-DD` in the zone). */
export function visitsOfDay({ scope, day, zone }: { scope: LaboratoryScope; day: string; zone: string }) {
  return and(
    inScope(scope),
    inArray(orders.state, [...STATES_WITH_VISIT]),
    gte(orders.visitStart, startOfDay(day, zone)),
    lt(orders.visitStart, startOfDay(addDays(day, 1), zone)),
  )
}
