import type { Database } from '@shop/database/open-database'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'

/** What has to hold whatever happened: each query lists what breaks the law that is its key. */
const LAWS = {
  'a paid order has one payment that settled it': sql`
    select o.id from laboratory.customer_order o
    where o.state not in ('awaitingPayment', 'expired', 'cancelled')
    and 1 <> (select count(*) from laboratory.payment_transaction t where t.order_id = o.id and t.kind = 'settled')`,
  'an unpaid order has none': sql`
    select o.id from laboratory.customer_order o
    join laboratory.payment_transaction t on t.order_id = o.id and t.kind = 'settled'
    where o.state in ('awaitingPayment', 'expired', 'cancelled')`,
  'money that buys nothing is flagged, and nothing else is': sql`
    select o.id from laboratory.customer_order o
    where o.refund_due <> exists (select 1 from laboratory.payment_transaction t
      where t.order_id = o.id and t.kind <> 'settled' and t.refunded_at is null)`,
  'no more goes back than came': sql`
    select t.id from laboratory.payment_transaction t
    join laboratory.payment_refund r on r.transaction_id = t.id and r.state <> 'declined'
    group by t.id having sum(r.amount) > t.amount`,
  'a payment that is wholly back says when': sql`
    select t.id from laboratory.payment_transaction t
    where (t.refunded_at is not null) <> (t.amount = (select coalesce(sum(r.amount), 0)
      from laboratory.payment_refund r where r.transaction_id = t.id and r.state = 'done'))`,
  'an attempt is paid where money came on it': sql`
    select a.id from laboratory.payment_attempt a
    where (a.state in ('paid', 'refunded')) <> exists (select 1 from laboratory.payment_transaction t
      where t.attempt_id = a.id)`,
  'the last state in the history is the order’s': sql`
    select o.id from laboratory.customer_order o
    where o.state <> (select h.state from laboratory.order_history h where h.order_id = o.id
      order by h.serial desc limit 1)`,
  'a state is entered once': sql`
    select h.order_id from laboratory.order_history h
    where h.cause not in ('latePayment', 'secondPayment', 'refund')
    group by h.order_id, h.state having count(*) > 1`,
  'as many places are taken as orders need': sql`
    select s.start from laboratory.visit_slot s
    where s.taken <> (select count(*) from laboratory.customer_order o
      where o.laboratory_id = s.laboratory_id and o.visit_start = s.start
      and o.state not in ('expired', 'cancelled', 'refunded'))`,
  'an order is the sum of its parts': sql`
    select o.id from laboratory.customer_order o
    where o.total <> coalesce(o.delivery_price, 0)
      + (select coalesce(sum(l.price), 0) from laboratory.order_line l where l.order_id = o.id)
    or o.total <> coalesce(o.delivery_price, 0)
      + (select coalesce(sum(p.subtotal), 0) from laboratory.order_patient p where p.order_id = o.id)`,
  'an order that can be paid has a way to it or had one': sql`
    select o.id from laboratory.customer_order o
    where not exists (select 1 from laboratory.payment_attempt a where a.order_id = o.id)`,
}

export async function expectSoundBooks(database: Database): Promise<void> {
  const broken: Record<string, unknown[]> = {}
  for (const [law, query] of Object.entries(LAWS)) {
    const { rows } = await database.queries.execute(query)
    if (rows.length > 0) broken[law] = rows
  }
  expect(broken).toEqual({})
}
