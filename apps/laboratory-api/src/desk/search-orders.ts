import { FOUND_ORDERS, type FoundOrder, type OrderSearch } from '@shop/contract/desk'
import type { Queries } from '@shop/database/open-database'
import { startOfDay } from '@shop/domain/age'
import { addDays } from '@shop/domain/dates'
import { foldName } from '@shop/domain/fold-name'
import { toWire } from '@shop/domain/money'
import { ORDER_STATES } from '@shop/domain/order-states'
import { type LaboratoryScope, mayAt, type StaffGrant } from '@shop/domain/staff'
import { inZone } from '@shop/domain/visit-slots'
import { and, desc, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { foldedName } from '../folded-name.ts'
import { patientNames } from '../orders/orders-in-scope.ts'
import { orders } from '../orders/tables.ts'
import { auditList, type StaffActor } from '../staff/audit-staff.ts'

/** A national number ends in the same digits with or without the country prefix. */
const PHONE_DIGITS = 9
/** The most orders under one name that are looked up by key: to read all, or from the newest until a page is full. */
const MANY = 2_000
const MANY_FROM_NEWEST = 6_000
/** The most laboratories merged one by one: planning each stream of a statement takes about 0.2 ms. */
const MERGED_PLACES = 8

const prefixOf = (word: string) => `${word.replaceAll(/[\\%_]/g, '\\$&')}%`

const phoneEnds = (column: SQL, digits: string) =>
  sql`right(regexp_replace(${column}, '\\D', '', 'g'), ${sql.raw(String(PHONE_DIGITS))}) = ${digits.slice(-PHONE_DIGITS)}`

/** A query for the ids of the orders of an address, a number or a telephone. Each lookup has its own index. */
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

/** People have no digits in their names: with some it is a number, whatever is typed around it. */
const isName = (text: string) => !/[@\d]/.test(text)

/**
 * Whether a patient of an order has this name, with or without its accents: the family name, or it and the given names
 * in either order.
 */
function isCalled(text: string): SQL | undefined {
  const words = foldName(text)
    .split(/[\s,;.]+/)
    .filter(Boolean)
  const [first, second] = words
  const last = words.at(-1)
  if (first === undefined || last === undefined) return sql`false`
  const family = (word: string) => sql`${foldedName(sql`p.last_name`)} like ${prefixOf(word)}`
  const given = (word: string) => sql`${foldedName(sql`p.first_name`)} like ${prefixOf(word)}`
  if (second === undefined) return family(first)
  return or(and(family(first), given(second)), and(family(last), given(first)))
}

interface SearchOrders extends OrderSearch {
  actor: StaffActor
  scope: LaboratoryScope
  /** The searcher's grants: they decide which parts of an order are shown. */
  grants: readonly StaffGrant[]
}

/**
 * The ids of orders with a patient of this name, as the text of an array; null: more than `most`. Queried before the
 * page: one statement for both cases would be planned for both, and would count the names again for every state.
 */
async function idsOfFew(queries: Queries, called: SQL, most: number): Promise<string | null> {
  const { rows } = await queries.execute<{ few: string | null }>(sql`
    select case when count(*) <= ${most} then coalesce(array_agg(order_id), '{}')::text end as few
    from (select p.order_id from laboratory.order_patient p where ${called} limit ${most + 1}) as named`)
  return rows[0]!.few
}

/**
 * The ids of a page with their times. Without a text, each state (of each laboratory, if the role is limited to some)
 * is read along its index for at most one page, and the newest of these make the page, so that a rare state among
 * many orders costs no more than a frequent one. A name with more than `MANY` orders is read in the same way, since
 * it soon turns up: its laboratories are merged with the states, or filtered if there are more than `MERGED_PLACES`,
 * so that no stream is read to the end of its own page. The orders of a rarer name are looked up by key; if nothing
 * else narrows the search, from the newest.
 */
async function pageOf(queries: Queries, search: SearchOrders, zone: string): Promise<SQL> {
  const { scope, text, state, dateOf, from, to, before } = search
  const column = dateOf === 'visit' ? sql`visit_start` : sql`created_at`
  const midnight = (day: string) => sql`${startOfDay(day, zone).toISOString()}::timestamptz`
  const placed = scope === 'all' ? undefined : inArray(sql`laboratory_id`, [...scope])
  // Where the previous page ended. An order of another branch gives no position: its times are not revealed.
  const ended = sql`select ${column} from laboratory.customer_order where ${and(sql`id = ${before}::uuid`, placed)}`
  const inRange = [
    from ? sql`o.${column} >= ${midnight(from)}` : undefined,
    to ? sql`o.${column} < ${midnight(addDays(to, 1))}` : undefined,
    before ? sql`(o.${column}, o.id) < ((${ended}), ${before}::uuid)` : undefined,
  ]
  const inScope = scope === 'all' ? undefined : inArray(sql`o.laboratory_id`, [...scope])
  const chosen = [state && sql`o.state = ${state}`, inScope, ...inRange]
  const page = sql`order by at desc, id desc limit ${FOUND_ORDERS}`
  const select = sql`select o.id, o.${column} as at from laboratory.customer_order o`
  if (text && !isName(text))
    return sql`${select} where ${and(sql`o.id in (${meant(text)})`, ...chosen)} ${page}`

  const called = text ? isCalled(text) : undefined
  // An order's id begins with its creation time: if nothing else narrows the search, its key gives the newest first.
  const byKey = dateOf !== 'visit' && !state && !from && !to
  const few = called && (await idsOfFew(queries, called, byKey ? MANY_FROM_NEWEST : MANY))
  if (few && byKey) {
    const inPage = and(
      sql`o.id = any(${few}::uuid[])`,
      inScope,
      before ? sql`o.id < ${before}::uuid` : undefined,
    )
    return sql`select o.id, null::timestamptz as at from laboratory.customer_order o where ${inPage} order by o.id desc limit ${FOUND_ORDERS}`
  }
  if (few) return sql`${select} where ${and(sql`o.id = any(${few}::uuid[])`, ...chosen)} ${page}`
  const passesOver = scope !== 'all' && scope.length > MERGED_PLACES
  const streams = (state ? [state] : ORDER_STATES).flatMap((one) => {
    const inState = and(
      sql`o.state = ${one}`,
      // A scalar subquery is looked up for each row. The planner would weigh `exists` as a join, nine times, and might
      // join all orders.
      called &&
        sql`(select true from laboratory.order_patient p where p.order_id = o.id and ${called} limit 1)`,
      ...inRange,
    )
    const stream = (place?: SQL) => sql`(${select} where ${and(inState, place)} ${page})`
    if (scope === 'all') return [stream()]
    if (called && !passesOver) return scope.map((id) => stream(sql`o.laboratory_id = ${id}`))
    if (called) return [stream(inScope)]
    const places = sql.join(
      scope.map((id) => sql`(${id}::integer)`),
      sql`, `,
    )
    const inPlace = sql`${select} where ${and(inState, sql`o.laboratory_id = places.id`)} ${page}`
    return [
      sql`(select found.id, found.at from (values ${places}) as places (id), lateral (${inPlace}) found ${page})`,
    ]
  })
  // Merged as they are read: no stream is read further than the page needs.
  return sql`select id, at from (${sql.join(streams, sql` union all `)}) as streams ${page}`
}

/**
 * Orders by number, telephone, e-mail address or family name, by state and by the days of the order or its visit,
 * newest first. The search text is in no URL and no log.
 */
export async function searchOrders(
  { database: { queries }, settings, now }: ApiContext,
  search: SearchOrders,
): Promise<FoundOrder[]> {
  const { actor, scope, grants } = search
  const zone = settings.businessTimeZone
  const page = scope.length === 0 ? null : await pageOf(queries, search, zone)
  const rows = page
    ? await queries
        .select({ order: orders, patientNames })
        .from(orders)
        .innerJoin(sql`(${page}) as page`, sql`page.id = ${orders.id}`)
        .orderBy(sql`page.at desc`, desc(orders.id))
    : []
  await auditList(queries, actor, { kind: 'order', ids: rows.map(({ order }) => order.id) }, now())
  return rows.map(({ order, patientNames }) => ({
    id: order.id,
    number: order.number,
    state: order.state,
    createdAt: order.createdAt.toISOString(),
    visitStart: inZone(order.visitStart.toISOString(), zone),
    laboratoryId: order.laboratoryId,
    patientNames,
    total: mayAt(grants, 'orders.money', order.laboratoryId)
      ? toWire({ amount: order.total, currency: order.currency })
      : null,
  }))
}
