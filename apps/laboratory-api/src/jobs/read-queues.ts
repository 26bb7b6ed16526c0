import type { Database } from '@shop/database/open-database'
import type { QueueState } from '@shop/server/metrics'
import { sql } from 'drizzle-orm'

/** The state of each queue. Waiting jobs are read from a partial index; the queue counts failed ones every minute. */
export async function readQueues({ queries }: Database): Promise<QueueState[]> {
  const { rows } = await queries.execute<{
    name: string
    failed: number
    due: number
    oldest: number | null
  }>(sql`
    select queue.name, queue.failed_count as failed, count(job.id)::int as due,
      extract(epoch from now() - min(job.start_after))::float8 as oldest
    from jobs.queue
    left join jobs.job on job.name = queue.name and job.state < 'active' and not job.blocked
      and job.start_after <= now()
    group by queue.name
  `)
  return rows.map(({ name, failed, due, oldest }) => ({
    queue: name,
    due,
    oldestSeconds: oldest ?? 0,
    failed,
  }))
}
