import { sql } from 'drizzle-orm'
import type { Queries } from './open-database.ts'

/**
 * Notifies the listeners of the channel when the transaction commits. A channel is heard everywhere in its
 * database: `laboratory.calendar_changed`, written out in the statement, becomes a partner's own as table names do.
 */
export async function notify(queries: Queries, channel: string, payload: string): Promise<void> {
  await queries.execute(sql`select pg_notify(${sql.raw(`'${channel}'`)}, ${payload})`)
}
