import type { Database } from '@shop/database/open-database'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { ASTRAY_IN_DIRECTORY, STRAY_PARTS } from '../../testing/owner-laws.ts'

/** What must hold whatever happened: each query lists the violations of the law that is its key. */
const LAWS = {
  'a paid order has one payment that settled it': sql`
    select o.id::text from laboratory.customer_order o
    where o.state not in ('awaitingPayment', 'expired', 'cancelled')
    and 1 <> (select count(*) from laboratory.payment_transaction t where t.order_id = o.id and t.kind = 'settled')`,
  'an unpaid order has no payment that settled it': sql`
    select o.id::text from laboratory.customer_order o
    join laboratory.payment_transaction t on t.order_id = o.id and t.kind = 'settled'
    where o.state in ('awaitingPayment', 'expired', 'cancelled')`,
  'only payments without a purchase are flagged for refund': sql`
    select o.id::text from laboratory.customer_order o
    where o.refund_due <> exists (select 1 from laboratory.payment_transaction t
      where t.order_id = o.id and t.kind <> 'settled' and t.refunded_at is null)`,
  'no more is refunded than was paid': sql`
    select t.id::text from laboratory.payment_transaction t
    join laboratory.payment_refund r on r.transaction_id = t.id and r.state <> 'declined'
    group by t.id, t.amount having sum(r.amount) > t.amount`,
  'a fully refunded payment, and no other, has the time of its refund': sql`
    select t.id::text from laboratory.payment_transaction t
    where (t.refunded_at is not null) <> (t.amount = (select coalesce(sum(r.amount), 0)
      from laboratory.payment_refund r where r.transaction_id = t.id and r.state = 'done'))`,
  'an attempt is paid if it has a payment': sql`
    select a.id::text from laboratory.payment_attempt a
    where (a.state in ('paid', 'refunded')) <> exists (select 1 from laboratory.payment_transaction t
      where t.attempt_id = a.id)`,
  'the last state in the history is the order’s': sql`
    select o.id::text from laboratory.customer_order o
    where o.state <> (select h.state from laboratory.order_history h where h.order_id = o.id
      order by h.serial desc limit 1)`,
  'the history is in order of time': sql`
    select h.order_id::text from laboratory.order_history h
    join laboratory.order_history before on before.order_id = h.order_id and before.serial < h.serial
    where before.at > h.at`,
  'a state is entered once': sql`
    select h.order_id::text from laboratory.order_history h
    where h.cause not in ('latePayment', 'secondPayment', 'refund', 'visitMoved', 'visitAgreed')
    group by h.order_id, h.state having count(*) > 1`,
  'the number of places taken is the number that orders need': sql`
    select s.laboratory_id || ' ' || s.start from laboratory.visit_slot s
    where s.taken <> (select count(*) from laboratory.customer_order o
      where o.laboratory_id = s.laboratory_id and o.visit_start = s.start
      and o.state not in ('expired', 'cancelled', 'refunded'))`,
  'an order with a time has its place in the calendar': sql`
    select o.id::text from laboratory.customer_order o
    where o.visit_start is not null and o.state not in ('expired', 'cancelled', 'refunded')
    and not exists (select 1 from laboratory.visit_slot s
      where s.laboratory_id = o.laboratory_id and s.start = o.visit_start)`,
  'an order is the sum of its parts': sql`
    select o.id::text from laboratory.customer_order o
    left join (select order_id, sum(price) as sum from laboratory.order_line group by order_id) l on l.order_id = o.id
    left join (select order_id, sum(subtotal) as sum from laboratory.order_patient group by order_id) p on p.order_id = o.id
    where (o.total <> coalesce(o.delivery_price, 0) + coalesce(l.sum, 0)
      or o.total <> coalesce(o.delivery_price, 0) + coalesce(p.sum, 0))
    -- An unpaid order is empty after the account's erasure, any other past its time.
    and not (o.user_id is null and (o.state in ('expired', 'cancelled') or o.erased_at is not null)
      and l.sum is null and p.sum is null)`,
  'a part has the owner of the whole': STRAY_PARTS,
  'the directory has the owner of every existing row, and nothing else': ASTRAY_IN_DIRECTORY,
  'every order has a payment attempt': sql`
    select o.id::text from laboratory.customer_order o
    where not exists (select 1 from laboratory.payment_attempt a where a.order_id = o.id)`,
}

const NAMED = Object.entries(LAWS).map(
  ([law, breaking]) => sql`select ${law}::text as law, broken.* from (${breaking}) as broken(what)`,
)

/** The violations, by law: one statement, which every test file can end with. */
async function brokenLaws(database: Database): Promise<Record<string, unknown[]>> {
  const { rows } = await database.queries.execute<{ law: string; what: unknown }>(
    sql.join(NAMED, sql` union all `),
  )
  const byLaw = Map.groupBy(rows, ({ law }) => law)
  return Object.fromEntries([...byLaw].map(([law, found]) => [law, found.map(({ what }) => what)]))
}

export async function expectSoundBooks(database: Database): Promise<void> {
  const broken = await brokenLaws(database)
  expect(broken, Object.keys(broken).join('; ')).toEqual({})
}
