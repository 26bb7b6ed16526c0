import type { Database } from '@shop/database/open-database'
import { sql } from 'drizzle-orm'

export interface Family {
  userId: string
  patientId: string
  /** The newest result, which contains `analysisResultId`. */
  testResultId: string
  analysisResultId: string
}

/** Values of a blood count. */
const MEASURES = 23

/**
 * Accounts with four patients and `resultsEach` results over ten years, one blood count of 23 values per result.
 * Written directly into the database, bypassing every use case: only the amounts matter here.
 */
export async function seedResults(
  { queries }: Database,
  { accounts, resultsEach, tag }: { accounts: number; resultsEach: number; tag: string },
): Promise<void> {
  await queries.execute(sql`
    insert into laboratory.user_account (id, email, password_hash, first_name, last_name, locale, created_at, updated_at)
    select gen_random_uuid(), ${tag} || n || '@mail.example', 'none', 'Anna', 'Kowalska', 'en', now(), now()
    from generate_series(1, ${accounts}::int) n`)
  await queries.execute(sql`
    insert into laboratory.patient (id, user_id, first_name, last_name, gender, date_of_birth, created_at, updated_at)
    select gen_random_uuid(), u.id, 'Anna' || n, 'Kowalska', 'F', '1990-04-12', now(), now()
    from laboratory.user_account u, generate_series(0, 3) n where u.email like ${`${tag}%`}`)
  await queries.execute(sql`
    create temporary table seeded as
    select gen_random_uuid() as order_id, gen_random_uuid() as test_result_id, gen_random_uuid() as analysis_result_id,
      u.id as user_id, p.id as patient_id,
      now() - (n * interval '3650 days' / ${resultsEach}::int) as sampled_at
    from laboratory.user_account u
    cross join generate_series(1, ${resultsEach}::int) n
    join laboratory.patient p on p.user_id = u.id and p.first_name = 'Anna' || (n % 4)
    where u.email like ${`${tag}%`}`)
  await queries.execute(sql`
    insert into laboratory.customer_order (id, user_id, owner_id, idempotency_key, request_hash, state, locale, currency, total,
      laboratory_id, laboratory, visit_kind, visit_start, visit_end, feedback, expires_at, created_at, updated_at)
    select order_id, user_id, user_id, order_id::text, 'none', 'completed', 'en', 'BYN', 2190, 1,
      '{"city": {"en": "Minsk", "ru": "Минск"}, "address": {"en": "1", "ru": "1"}, "email": null, "callable": false}',
      'branch', sampled_at, sampled_at, '{"useEmail": true, "usePhone": false, "quickPhone": ""}',
      sampled_at, sampled_at, sampled_at
    from seeded`)
  await queries.execute(sql`
    insert into laboratory.order_patient (order_id, owner_id, position, patient_id, first_name, last_name, gender, date_of_birth,
      pregnant, optional_materials, subtotal)
    select order_id, user_id, 0, patient_id, 'Anna', 'Kowalska', 'F', '1990-04-12', false, '{}', 2190 from seeded`)
  await queries.execute(sql`
    insert into laboratory.order_line (order_id, owner_id, position, patient_id, kind, item_id, code, loinc, exec_period, name,
      quantity, price)
    select order_id, user_id, 0, patient_id, 'analysis', 1, '1001', '57021-8', 1,
      '{"en": "Complete blood count", "ru": "Общий анализ крови"}', 1, 2190 from seeded`)
  await queries.execute(sql`
    insert into laboratory.test_result (id, order_id, user_id, owner_id, sampled_at, complete, created_at)
    select test_result_id, order_id, user_id, user_id, sampled_at, true, sampled_at from seeded`)
  await queries.execute(sql`
    insert into laboratory.analysis_result (id, test_result_id, order_id, owner_id, line_position, patient_id, analysis_id, status,
      collected_at, sampled_at, result_sampled_at, reported_at, value_count, changed_at)
    select analysis_result_id, test_result_id, order_id, user_id, 0, patient_id, 1, 'final', sampled_at, sampled_at, sampled_at,
      sampled_at, ${MEASURES}::int, sampled_at from seeded`)
  await queries.execute(sql`
    insert into laboratory.observation (id, analysis_result_id, owner_id, patient_id, position, measure, name, loinc, number,
      decimals, unit, low, high, interpretation, status, sampled_at, reported_at)
    select gen_random_uuid(), analysis_result_id, user_id, patient_id, m, 'measure-' || m,
      '{"en": "Haemoglobin", "ru": "Гемоглобин"}', 'measure-' || m, 100 + 40 * random(), 0, 'g/L', 120, 150, 'normal',
      'final', sampled_at, sampled_at
    from seeded, generate_series(0, ${MEASURES - 1}::int) m`)
  await queries.execute(sql`drop table seeded`)
}

/** The first account of a tag, with its newest result. */
export async function findFamily({ queries }: Database, tag: string): Promise<Family> {
  const { rows } = await queries.execute<Family & Record<string, unknown>>(sql`
    select t.user_id as "userId", r.patient_id as "patientId", t.id as "testResultId", r.id as "analysisResultId"
    from laboratory.test_result t
    join laboratory.analysis_result r on r.test_result_id = t.id
    join laboratory.user_account u on u.id = t.user_id
    where u.email like ${`${tag}%`}
    order by t.sampled_at desc
    limit 1`)
  return rows[0]!
}

/** Reopens the newest orders of the other accounts, as ones that the laboratory has yet to report. */
export async function reopenNewestOrders({ queries }: Database, count: number): Promise<void> {
  await queries.execute(sql`
    with reopened as (
      update laboratory.customer_order set state = 'paid'
      where id in (
        select o.id from laboratory.customer_order o
        join laboratory.user_account u on u.id = o.user_id
        where u.email like 'other%'
        order by o.created_at desc
        limit ${count}::int)
      returning id)
    update laboratory.analysis_result set status = null where order_id in (select id from reopened)`)
}
