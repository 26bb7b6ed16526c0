import type { Database } from '@shop/database/open-database'
import { sql } from 'drizzle-orm'

/**
 * Fills the tables that grow most at the desk within their retention: answered questions and requests about
 * data, refused and settled reports, searches without results, and views of orders by staff, most of whom have
 * left since. Written by the database itself; a page of each is still open.
 */
export async function seedDeskGrowth(database: Database, staffId: string, rows = 20_000): Promise<void> {
  const back = sql`now() - (${rows}::int - n) * interval '20 days' / ${rows}::int`
  const isOld = sql`n < ${rows}::int - 40`
  const each = sql`generate_series(1, ${rows}::int) n`
  const eachWithId = sql`(select n, uuidv7(${back} - now()) as id from ${each}) numbered`
  await database.transaction(async (queries) => {
    await queries.execute(sql`set local session_replication_role = replica`)
    for (const statement of [
      sql`insert into laboratory.support_message (id, owner_id, reference, user_id, name, email, order_number, message, locale, created_at, answered_at, closed_at, assignee_id)
        select id, id, 'S-' || n, null, 'Anna', 'a' || n || '@mail.example', 'No. ' || n, 'words', 'en', ${back},
          case when ${isOld} then ${back} end, case when ${isOld} then ${back} end, case when ${isOld} then ${staffId}::uuid end from ${eachWithId}`,
      sql`insert into laboratory.support_entry (id, message_id, owner_id, staff_id, text, at)
        select gen_random_uuid(), id, owner_id, ${staffId}::uuid, 'answer', created_at from laboratory.support_message`,
      sql`insert into laboratory.rights_request (id, owner_id, reference, "right", state, source, name, email, locale, words, asked_at, due_on, answer, answered_at)
        select id, id, 'D-' || n, 'access', case when ${isOld} then 'granted' else 'open' end, 'letter', 'Anna',
          'a' || n || '@mail.example', 'en', 'words', ${back}, (${back} + interval '30 days')::date,
          case when ${isOld} then 'answer' end, case when ${isOld} then ${back} end from ${eachWithId}`,
      sql`insert into laboratory.rights_step (id, request_id, owner_id, kind, staff_id, at)
        select gen_random_uuid(), id, owner_id, 'asked', ${staffId}::uuid, asked_at from laboratory.rights_request`,
      sql`insert into laboratory.refused_report (id, client_id, content_hash, source, laboratory_ids, reasons, sealed_content, sealed_issues, first_at, last_at, changed_at, state)
        select uuidv7(${back} - now()), 'client', md5(n::text), 'fhir', array[1 + n % 20], array['noOrder'], 'sealed', 'sealed', ${back}, ${back}, ${back},
          case when ${isOld} then 'taken' else 'open' end from ${each}`,
      sql`insert into laboratory.unanswered_query (day, locale, query, people)
        select (${back})::date, 'en', 'word ' || n, 5 from ${each} where n % 20 = 0`,
      sql`insert into laboratory.staff_account (id, email, name, locale, version, created_at, ended_at)
        select gen_random_uuid(), 'left' || n || '@laboratory.example', 'Olga Novik', 'en', 1, ${back}, ${back}
        from ${each} where n % 200 = 0`,
      sql`with staff as (select id, row_number() over () n, count(*) over () people from laboratory.staff_account),
          seen as (select id, created_at as at, row_number() over () n from laboratory.customer_order)
        insert into laboratory.audit_entry (id, at, request_id, staff_id, actor, action, kind, object_id)
        select uuidv7(seen.at - now()), seen.at, 'staff-' || seen.n, staff.id, 'staff', 'read', 'order', seen.id::text
        from seen join staff on staff.n = seen.n % people + 1`,
      sql`insert into laboratory.staff_session (id, staff_id, token_hash, created_at, expires_at)
        select gen_random_uuid(), gen_random_uuid(), md5('session' || n), ${back}, ${back} + interval '30 days' from ${each}`,
    ]) {
      await queries.execute(statement)
    }
  })
}
