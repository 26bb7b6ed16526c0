import { LISTED } from '@shop/contract/desk'
import type { Queries } from '@shop/database/open-database'
import { sql } from 'drizzle-orm'

/** A job that was given up, or whose mail was refused for good. Only ids and names: job rows contain nothing else. */
export interface TroubledJob {
  queue: string
  id: string
  /** The template, if it is a mail. */
  template: string | null
  /** Name of the error, or the mail server's code. */
  reason: string | null
  isRefused: boolean
  tries: number
  at: Date
}

/** Latest first, jobs and mails apart: after an outage of the mail server its many mails must not hide a job. Jobs are deleted after seven days. */
export async function readTroubled(queries: Queries): Promise<TroubledJob[]> {
  const { rows } = await queries.execute<Omit<TroubledJob, 'at'> & { at: string }>(sql`
    select queue, id, template, reason, "isRefused", tries, at
    from (
      select name as queue, id, data->>'template' as template, coalesce(output->>'refused', output->>'error') as reason,
        state = 'completed' as "isRefused", retry_count + 1 as tries, completed_on as at,
        row_number() over (partition by data->>'template' is null order by completed_on desc) as place
      from jobs.job
      where state = 'failed' or (state = 'completed' and output ? 'refused')
    ) troubled
    where place <= ${LISTED}
    order by at desc`)
  return rows.map(({ at, ...row }) => ({ ...row, at: new Date(at) }))
}

/**
 * Lets a job that was given up or refused run again, once even for concurrent calls; false: it is not such a job. What
 * people repeat is sent even if a later mail has followed, so it no longer says what it was `queuedFor`.
 */
export async function runAgain(queries: Queries, queue: string, jobId: string): Promise<boolean> {
  const { rows } = await queries.execute(sql`
    update jobs.job set state = 'retry', data = data - 'queuedFor', retry_limit = greatest(retry_limit, retry_count) + 1, output = null,
      completed_on = null, start_after = now()
    where name = ${queue} and id = ${jobId}::uuid
      and (state = 'failed' or (state = 'completed' and output ? 'refused'))
    returning id`)
  return rows.length > 0
}
