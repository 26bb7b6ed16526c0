import type { FoundOrder } from '@shop/contract/desk'
import { toWire } from '@shop/domain/money'
import type { LaboratoryScope } from '@shop/domain/staff'
import { inZone } from '@shop/domain/visit-slots'
import { and, desc, type SQL, sql } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { orders } from '../orders/tables.ts'
import type { StaffActor } from '../staff/audit-staff.ts'
import { auditList, inScope, patientNames } from './look.ts'

const SHOWN = 50
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

/** Orders by number, telephone, e-mail address or family name, newest first. What is looked for is in no address and no log. */
export async function searchOrders(
  { database: { queries }, settings, now }: ApiContext,
  { actor, scope, text }: { actor: StaffActor; scope: LaboratoryScope; text: string },
): Promise<FoundOrder[]> {
  const rows = await queries
    .select({ order: orders, patientNames })
    .from(orders)
    .where(and(sql`${orders.id} in (${meant(text)})`, inScope(scope)))
    .orderBy(desc(orders.id))
    .limit(SHOWN)
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
    visitStart: inZone(order.visitStart.toISOString(), settings.businessTimeZone),
    laboratoryId: order.laboratoryId,
    patientNames,
    total: toWire({ amount: order.total, currency: order.currency }),
  }))
}
