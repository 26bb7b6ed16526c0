import { FOUND_ORDERS, type FoundOrder, type OrderSearch } from '@shop/contract/desk'
import { startOfDay } from '@shop/domain/age'
import { addDays } from '@shop/domain/dates'
import { toWire } from '@shop/domain/money'
import { ORDER_STATES } from '@shop/domain/order-states'
import type { LaboratoryScope } from '@shop/domain/staff'
import { inZone } from '@shop/domain/visit-slots'
import { and, desc, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { orders } from '../orders/tables.ts'
import { auditList, type StaffActor } from '../staff/audit-staff.ts'
import { patientNames } from './look.ts'

/** A number of the country with or without its prefix ends alike. */
const PHONE_DIGITS = 9
/** More orders under one name than are looked up one by one. */
const MANY = 4_000

const prefixOf = (word: string) => `${word.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`

const phoneEnds = (column: SQL, digits: string) =>
  sql`right(regexp_replace(${column}, '\\D', '', 'g'), ${sql.raw(String(PHONE_DIGITS))}) = ${digits.slice(-PHONE_DIGITS)}`

/** The orders that an address, a number or a telephone means, as a query of their ids. Each has an index of its own. */
function meant(text: string): SQL {
  if (text.includes('@')) {
    return sql`select o.id from laboratory.customer_order o join laboratory.user_account u on u.id = o.user_id
      where u.email = ${text.toLowerCase()}`
  }
  const digits = text.replaceAll(/\D/g, '')
  const number = sql`select id from laboratory.customer_order where number = ${digits}`
  if (digits.length < PHONE_DIGITS) return number
  return sql`${number}
    union select id from laboratory.customer_order where ${phoneEnds(sql`phone`, digits)}
    union select o.id from laboratory.customer_order o join laboratory.user_account u on u.id = o.user_id
      where ${phoneEnds(sql`u.phone`, digits)}`
}

const isName = (text: string) => !text.includes('@') && !/^[\d\s()+-]+$/.test(text)

/** Whether a patient of an order is called so: by the family name, or by both names in either order. */
function isCalled(text: string): SQL | undefined {
  const [first = '', second] = text.split(/\s+/)
  const family = (word: string) => sql`lower(p.last_name) like ${prefixOf(word)}`
  const given = (word: string) => sql`lower(p.first_name) like ${prefixOf(word)}`
  if (second === undefined) return family(first)
  return or(and(family(first), given(second)), and(family(second), given(first)))
}

interface SearchOrders extends OrderSearch {
  actor: StaffActor
  scope: LaboratoryScope
}

/**
 * The ids of a page with their times. Without a text each state, of each laboratory where there is a limit,
 * is read along its index for one page at most, and the newest of these are the page: a rare state among many
 * orders costs what a frequent one does. So is a name that more have than `MANY`, since it comes up soon; the
 * orders of fewer are looked up one by one.
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
  const chosen = [
    state && sql`o.state = ${state}`,
    scope === 'all' ? undefined : inArray(sql`o.laboratory_id`, [...scope]),
    ...inRange,
  ]
  const page = sql`order by at desc, id desc limit ${FOUND_ORDERS}`
  const select = sql`select o.id, o.${column} as at from laboratory.customer_order o`
  if (text && !isName(text))
    return sql`${select} where ${and(sql`o.id in (${meant(text)})`, ...chosen)} ${page}`

  const called = text ? isCalled(text) : undefined
  const isRare = sql`(select count(*) from called) <= ${MANY}`
  const places =
    scope !== 'all' &&
    sql.join(
      scope.map((id) => sql`(${id}::integer)`),
      sql`, `,
    )
  const streams = (state ? [state] : ORDER_STATES).map((one) => {
    const inState = and(
      sql`o.state = ${one}`,
      called && sql`exists (select from laboratory.order_patient p where p.order_id = o.id and ${called})`,
      called && sql`not ${isRare}`,
      ...inRange,
    )
    if (!places) return sql`(${select} where ${inState} ${page})`
    const inPlace = sql`${select} where ${and(inState, sql`o.laboratory_id = places.id`)} ${page}`
    return sql`(select found.id, found.at from (values ${places}) as places (id), lateral (${inPlace}) found ${page})`
  })
  // Merged as they are read: no stream is read further than the page needs.
  const newest = sql`select id, at from (${sql.join(streams, sql` union all `)}) as streams ${page}`
  if (!called) return newest
  // `offset 0` keeps the planner from reading all orders once for a few thousand of them.
  return sql`with called as materialized
      (select p.order_id from laboratory.order_patient p where ${called} limit ${MANY + 1})
    select id, at from (
      select found.id, found.at from (select distinct order_id from called where ${isRare}) as few,
        lateral (${select} where ${and(sql`o.id = few.order_id`, ...chosen)} offset 0) found
      union all (${newest})
    ) as either ${page}`
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
  await auditList(queries, actor, { kind: 'order', ids: rows.map(({ order }) => order.id) }, now())
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
