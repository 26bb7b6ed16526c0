import { DEFAULT_FEEDBACK } from '@shop/contract/orders'
import type { Database } from '@shop/database/open-database'
import { sql } from 'drizzle-orm'

export interface Amounts {
  /** The beginning of the accounts' mail addresses. */
  tag: string
  accounts: number
  ordersEach: number
  /** Analyses of an order, and values of each. */
  analyses: number
  values: number
  /** How many of the newest orders are still open: to be paid, visited or reported. */
  open?: number
  /** How many of a hundred older orders were abandoned, cancelled or refunded. */
  endedOfHundred?: number
  /** How many of a hundred orders are home visits. */
  homeOfHundred?: number
}

/** The ids of an account with its newest result, to read it. */
export interface Family {
  userId: string
  patientId: string
  orderId: string
  testResultId: string
  analysisResultId: string
}

const LABORATORY = JSON.stringify({
  city: { en: 'Minsk', ru: 'Минск' },
  address: { en: '1', ru: '1' },
  email: null,
  callable: false,
})
const HOME_LABORATORY = 21
const REGION = JSON.stringify({ id: 1, name: { en: 'Minsk', ru: 'Минск' } })
const ADDRESS = JSON.stringify({
  locality: 'Minsk',
  street: 'Niezalezhnasci',
  houseNumber: '4',
  entranceNumber: '2',
  floorNumber: '4',
  apartmentNumber: '34',
  addressNotes: '',
})
const FEEDBACK = JSON.stringify({ ...DEFAULT_FEEDBACK, usePhone: false })

/**
 * Accounts with four patients each and ten years of orders with everything they leave behind: lines, history,
 * payments, results, received reports, views in the audit, mails in the queue; also sessions and secrets.
 * Written by the database itself, past every use case: only amounts and ages matter here. The oldest orders
 * come first.
 */
export async function seedGrowth(database: Database, amounts: Amounts): Promise<void> {
  await database.transaction(async (queries) => {
    // All references are valid, and checking each row would take most of the time; triggers do not run either.
    await queries.execute(sql`set local session_replication_role = replica`)
    await queries.execute(sql`set local maintenance_work_mem = '256MB'`)
    for (const statement of statementsOf(amounts)) await queries.execute(statement)
  })
}

function statementsOf({
  tag,
  accounts,
  ordersEach,
  analyses,
  values,
  open = 0,
  endedOfHundred = 0,
  homeOfHundred = 0,
}: Amounts) {
  return [
    sql`create temporary table seeded_account on commit drop as
      select n, gen_random_uuid() as id, ${tag}::text || n || '@mail.example' as email
      from generate_series(0, ${accounts}::int - 1) n`,
    sql`create temporary table seeded_patient on commit drop as
      select a.n, p, gen_random_uuid() as id, a.id as user_id from seeded_account a, generate_series(0, 3) p`,
    // Oldest first: `back` is the age of an order, and the ids contain the same times.
    sql`create temporary table seeded_order on commit drop as
      select i, now() - back as at, uuidv7(-back) as id, uuidv7(-back) as test_result_id,
        a.id as user_id, p.id as patient_id,
        case when remaining < ${open}::int then (array['awaitingPayment', 'paid', 'inProgress'])[i % 3 + 1]
          when i % 100 < ${endedOfHundred}::int then (array['expired', 'cancelled', 'refunded'])[i % 3 + 1]
          else 'completed' end as state,
        i % 100 < ${homeOfHundred}::int as at_home
      from (select i, ${accounts}::int * ${ordersEach}::int - i as remaining,
          (${accounts}::int * ${ordersEach}::int - i) * interval '3650 days' / (${accounts}::int * ${ordersEach}::int) as back
        from generate_series(1, ${accounts}::int * ${ordersEach}::int) i) one
      join seeded_account a on a.n = i % ${accounts}::int
      join seeded_patient p on p.n = a.n and p.p = (i / ${accounts}::int) % 4
      order by i`,
    sql`create temporary table seeded_line on commit drop as
      select o.*, position, uuidv7(at - now()) as analysis_result_id
      from seeded_order o, generate_series(0, ${analyses}::int - 1) position order by i, position`,
    ...ACCOUNTS,
    ...ORDERS,
    ...PAYMENTS,
    ...results(values),
    ...TRACES,
  ]
}

const ACCOUNTS = [
  sql`insert into laboratory.user_account
      (id, email, email_confirmed_at, password_hash, first_name, last_name, locale, created_at, updated_at)
    select id, email, now(), 'none', 'Anna', 'Kowalska', 'en', now(), now() from seeded_account`,
  sql`insert into laboratory.patient (id, user_id, first_name, last_name, gender, date_of_birth, created_at, updated_at)
    select id, user_id, 'Anna' || p, 'Kowalska', 'F', '1990-04-12', now(), now() from seeded_patient`,
  sql`insert into laboratory.access_token (id, user_id, token_hash, created_at, last_used_at, expires_at)
    select gen_random_uuid(), id, id::text || s, now(), now(), now() + interval '30 days'
    from seeded_account, generate_series(1, 2) s`,
  sql`insert into laboratory.mailed_secret (id, user_id, purpose, email, token_hash, token_expires_at, created_at)
    select gen_random_uuid(), id, 'logIn', email, id::text, now() + interval '10 minutes', now() from seeded_account`,
  sql`insert into laboratory.accepted_document (user_id, slug, version, accepted_at)
    select id, slug, '1', now() from seeded_account, (values ('terms'), ('consent')) documents (slug)`,
  sql`insert into laboratory.attempt (key, points, expire)
    select 'seeded:' || id, 1, extract(epoch from now() + interval '1 hour') * 1000 from seeded_account`,
]

const ORDERS = [
  sql`insert into laboratory.customer_order (id, user_id, owner_id, idempotency_key, request_hash, state, locale, currency, total,
      laboratory_id, laboratory, visit_kind, visit_start, visit_end, region, address, feedback, expires_at, created_at, updated_at)
    select id, user_id, user_id, id::text, 'none', state, 'en', 'BYN', 2190, case when at_home then ${HOME_LABORATORY}::int else 1 end,
      ${LABORATORY}::jsonb, case when at_home then 'homeCall' else 'branch' end, at + interval '2 days', at + interval '2 days',
      case when at_home then ${REGION}::jsonb end, case when at_home then ${ADDRESS}::jsonb end, ${FEEDBACK}::jsonb, at + interval '30 minutes', at, at
    from seeded_order order by i`,
  sql`insert into laboratory.order_patient (order_id, owner_id, position, patient_id, first_name, last_name, gender, date_of_birth,
      pregnant, optional_materials, subtotal)
    select id, user_id, 0, patient_id, 'Anna', 'Kowalska', 'F', '1990-04-12', false, '{}', 2190 from seeded_order order by i`,
  sql`insert into laboratory.order_line (order_id, owner_id, position, patient_id, kind, item_id, code, loinc, exec_period, name,
      quantity, price)
    select id, user_id, position, patient_id, 'analysis', position + 1, (1001 + position)::text, '57021-8', 1,
      '{"en": "Complete blood count", "ru": "Общий анализ крови"}', 1, 2190 from seeded_line order by i, position`,
  sql`insert into laboratory.order_history (id, order_id, owner_id, state, at, cause, actor)
    select gen_random_uuid(), id, user_id, step, at, 'created', 'user'
    from seeded_order, (values ('awaitingPayment'), ('paid'), ('inProgress')) steps (step) order by i`,
]

const PAYMENTS = [
  sql`insert into laboratory.payment_attempt
      (id, order_id, owner_id, provider, state, amount, currency, test, token, expires_at, paid_at, closed_at, created_at)
    select id, id, user_id, 'bepaid', case when state = 'awaitingPayment' then 'redirected' else 'paid' end, 2190, 'BYN', true,
      id::text, at + interval '30 minutes', at, case when state = 'awaitingPayment' then null else at end, at
    from seeded_order order by i`,
  sql`insert into laboratory.payment_transaction
      (id, provider, transaction_id, attempt_id, order_id, owner_id, amount, currency, kind, received_at)
    select id, 'bepaid', id::text, id, id, user_id, 2190, 'BYN', 'settled', at
    from seeded_order where state <> 'awaitingPayment' order by i`,
  sql`insert into laboratory.payment_event (id, provider, source, attempt_id, owner_id, verdict, body, received_at)
    select id, 'bepaid', 'notification', id, user_id, 'settled', '{}', at from seeded_order order by i`,
]

// Of critical values, someone has been told but for those of the last month.
const results = (values: number) => [
  sql`insert into laboratory.test_result (id, order_id, user_id, owner_id, sampled_at, complete, created_at)
    select test_result_id, id, user_id, user_id, at, true, at from seeded_order where state = 'completed' order by i`,
  sql`insert into laboratory.analysis_result (id, test_result_id, order_id, owner_id, line_position, patient_id, analysis_id, status,
      collected_at, sampled_at, result_sampled_at, reported_at, value_count, changed_at, has_critical, critical_since, critical_settled_at)
    select analysis_result_id, test_result_id, id, user_id, position, patient_id, position + 1, 'final', at, at, at, at,
      ${values}::int, at, is_critical, case when is_critical then at end,
      case when is_critical and at < now() - interval '30 days' then at end
    from (select *, i % 20 = 0 as is_critical from seeded_line where state = 'completed') one order by i, position`,
  sql`insert into laboratory.observation (id, analysis_result_id, owner_id, patient_id, position, measure, name, loinc, number,
      decimals, unit, low, high, interpretation, status, sampled_at, reported_at)
    select uuidv7(at - now()), analysis_result_id, user_id, patient_id, m, 'measure-' || position || '-' || m,
      '{"en": "Haemoglobin", "ru": "Гемоглобин"}', 'measure-' || m, 100 + m, 0, 'g/L', 120, 150, 'normal',
      'final', at, at
    from seeded_line, generate_series(0, ${values}::int - 1) m where state = 'completed' order by i, position, m`,
  sql`insert into laboratory.report_identifier (identifier, analysis_result_id, owner_id)
    select 'seeded|' || analysis_result_id, analysis_result_id, user_id from seeded_line where state = 'completed'`,
  sql`insert into laboratory.received_report
      (identifier, content_hash, analysis_result_id, owner_id, status, issued_at, received_at, content)
    select 'seeded|' || analysis_result_id, 'none', analysis_result_id, user_id, 'final', at, at, '{}'
    from seeded_line where state = 'completed'`,
  sql`insert into laboratory.report_document (id, code, test_result_id, owner_id, patient_id, content_hash, issued_at)
    select gen_random_uuid(), test_result_id::text, test_result_id, user_id, patient_id, 'none', at
    from seeded_order where state = 'completed' and i % 4 = 0`,
  sql`insert into laboratory.result_share
      (id, user_id, test_result_id, patient_id, token_hash, pin_hash, created_at, expires_at)
    select test_result_id, user_id, test_result_id, patient_id, test_result_id::text, 'none', at, at
    from seeded_order where state = 'completed' and i % 10 = 0`,
  sql`insert into laboratory.result_share_view (id, share_id, owner_id, at, pin_was_right)
    select gen_random_uuid(), test_result_id, user_id, at, true from seeded_order where state = 'completed' and i % 10 = 0`,
  // What has been ordered again has come due without a mail.
  sql`insert into laboratory.planned_repeat (test_result_id, patient_id, user_id, month, told_at)
    select test_result_id, patient_id, user_id,
      date_trunc('month', now() + case when is_last then i % 12 else -1 end * interval '1 month'), case when is_last then at end
    from (select *, i = max(i) over (partition by patient_id) as is_last from seeded_order where state = 'completed') one
    where i % 10 = 0`,
]

const TRACES = [
  sql`insert into laboratory.service_request (order_id, owner_id, position, laboratory_id, status, changed_at)
    select id, user_id, position, 1,
      case state when 'completed' then 'completed' when 'refunded' then 'revoked' else 'active' end, at
    from seeded_line where state in ('completed', 'refunded', 'paid', 'inProgress') order by i, position`,
  sql`insert into laboratory.audit_entry (id, at, request_id, user_id, client_id, actor, action, kind, object_id)
    select uuidv7(at + look * interval '1 hour' - now()), at + look * interval '1 hour', i || '-' || look,
      case when look < 2 then user_id end, case when look >= 2 then 'seeded' end,
      case when look < 2 then 'user' else 'laboratorySystem' end, 'read', 'order', id::text
    from seeded_order, generate_series(0, 4) look order by i`,
  sql`insert into jobs.job (name, data, state, start_after, created_on, completed_on)
    select 'mail', '{}', 'completed', now(), now(), now() from seeded_order where at > now() - interval '60 days'`,
]

/** The first account of a tag, with its newest result. */
export async function findFamily({ queries }: Database, tag: string): Promise<Family> {
  const { rows } = await queries.execute<Family & Record<string, unknown>>(sql`
    select t.user_id as "userId", r.patient_id as "patientId", t.order_id as "orderId", t.id as "testResultId",
      r.id as "analysisResultId"
    from laboratory.test_result t
    join laboratory.analysis_result r on r.test_result_id = t.id
    join laboratory.user_account u on u.id = t.user_id
    where u.email like ${`${tag}%`}
    order by t.sampled_at desc
    limit 1`)
  return rows[0]!
}
