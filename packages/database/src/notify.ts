import { sql } from 'drizzle-orm'
import type { Queries } from './open-database.ts'

/**
 * Tells whoever listens on the channel, once the transaction is through. All channels of a database are heard by everybody in it:
 * `laboratory.calendar_changed`, written out in the statement, becomes a partner's own as the names of tables do.
 */
export async function notify(queries: Queries, channel: string, payload: string): Promise<void> {
  await queries.execute(sql`select pg_notify(${sql.raw(`'${channel}'`)}, ${payload})`)
}
