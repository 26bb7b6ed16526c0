import { FOUND_ORDERS, type FoundOrder, type OrderSearch } from '@shop/contract/desk'
import { startOfDay } from '@shop/domain/age'
import { addDays } from '@shop/domain/dates'
import { toWire } from '@shop/domain/money'
import { ORDER_STATES } from '@shop/domain/order-states'
import type { LaboratoryScope } from '@shop/domain/staff'
import { inZone } from '@shop/domain/visit-slots'
import { and, desc, inArray, type SQL, sql } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { orders } from '../orders/tables.ts'
import type { StaffActor } from '../staff/audit-staff.ts'
import { auditList, patientNames } from './look.ts'

/** A number of the country with or without its prefix ends alike. */
const PHONE_DIGITS = 9

const prefixOf = (word: string) => `${word.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`

const phoneEnds = (column: SQL, digits: string) =>
  sql`right(regexp_replace(${column}, '\\D', '', 'g'), ${sql.raw(String(PHONE_DIGITS))}) = ${digits.slice(-PHONE_DIGITS)}`

/** The orders that a text means, as a query of their ids. Each way has an index of its own. */
function meant(text: string): SQL {
  if (text.includes('@')) {
    return sql`select o.id from laboratory.customer_order o join laboratory.user_account u on u.id = o.user_id
      where u.email = ${text.toLowerCase()}`
  }
  const digits = text.replaceAll(/\D/g, '')
  if (/^[\d\s()+-]+$/.test(text)) {
    const number = sql`select id from laboratory.customer_order where number = ${digits}`
    if (digits.length < PHONE_DIGITS) return number
    return sql`${number}
      union select id from laboratory.customer_order where ${phoneEnds(sql`phone`, digits)}
      union select o.id from laboratory.customer_order o join laboratory.user_account u on u.id = o.user_id
        where ${phoneEnds(sql`u.phone`, digits)}`
  }
  const [first = '', second] = text.split(/\s+/)
  const one = sql`select order_id as id from laboratory.order_patient where lower(last_name) like ${prefixOf(first)}`
  if (second === undefined) return one
  return sql`${one} and lower(first_name) like ${prefixOf(second)}
    union select order_id from laboratory.order_patient
      where lower(last_name) like ${prefixOf(second)} and lower(first_name) like ${prefixOf(first)}`
}

interface SearchOrders extends OrderSearch {
  actor: StaffActor
  scope: LaboratoryScope
}

const listed = (values: readonly SQL[]) =>
  sql.join(
    values.map((value) => sql`(${value})`),
    sql`, `,
  )

/**
 * The ids of a page with their times. Without a text each state, of each laboratory where there is a limit, is read along its index
 * for one page at most, and the newest of these are the page: a rare state among many orders costs what a frequent one does.
 */
function pageOf({ scope, text, state, dateOf, from, to, before }: SearchOrders, zone: string): SQL {
  const column = dateOf === 'visit' ? sql`visit_start` : sql`created_at`
  const midnight = (day: string) => sql`${startOfDay(day, zone).toISOString()}::timestamptz`
  const inRange = [
    from ? sql`o.${column} >= ${midnight(from)}` : undefined,
    to ? sql`o.${column} < ${midnight(addDays(to, 1))}` : undefined,
    before
      ? sql`(o.${column}, o.id) < ((select ${column} from laboratory.customer_order where id = ${before}::uuid), ${before}::uuid)`
      : undefined,
  ]
  const page = sql`order by at desc, id desc limit ${FOUND_ORDERS}`
  const select = sql`select o.id, o.${column} as at from laboratory.customer_order o`
  if (text) {
    const isState = state && sql`o.state = ${state}`
    const isNear = scope === 'all' ? undefined : inArray(sql`o.laboratory_id`, [...scope])
    return sql`${select} where ${and(sql`o.id in (${meant(text)})`, isState, isNear, ...inRange)} ${page}`
  }
  const states = listed((state ? [state] : ORDER_STATES).map((one) => sql`${one}`))
  const places = scope !== 'all' && listed(scope.map((id) => sql`${id}::integer`))
  const streams = sql`(values ${states}) as states (state)${places ? sql`, (values ${places}) as places (id)` : sql``}`
  const isNear = scope === 'all' ? undefined : sql`o.laboratory_id = places.id`
  return sql`select found.id, found.at from ${streams}, lateral (
    ${select} where ${and(sql`o.state = states.state`, isNear, ...inRange)} ${page}) found ${page}`
}

/**
 * Orders by number, telephone, e-mail address or family name, by state and by the days of the order or its visit, newest first.
 * What is looked for is in no address and no log.
 */
export async function searchOrders(
  { database: { queries }, settings, now }: ApiContext,
  search: SearchOrders,
): Promise<FoundOrder[]> {
  const { actor, scope } = search
  const zone = settings.businessTimeZone
  const rows =
    scope.length === 0
      ? []
      : await queries
          .select({ order: orders, patientNames })
          .from(orders)
          .innerJoin(sql`(${pageOf(search, zone)}) as page`, sql`page.id = ${orders.id}`)
          .orderBy(sql`page.at desc`, desc(orders.id))
  await auditList(
    queries,
    actor,
    rows.map(({ order }) => order.id),
    now(),
  )
  return rows.map(({ order, patientNames }) => ({
    id: order.id,
    number: order.number,
    state: order.state,
    createdAt: order.createdAt.toISOString(),
    visitStart: inZone(order.visitStart.toISOString(), zone),
    laboratoryId: order.laboratoryId,
    patientNames,
    total: toWire({ amount: order.total, currency: order.currency }),
  }))
}
