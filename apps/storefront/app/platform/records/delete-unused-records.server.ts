import type { Queries } from '@shop/database/open-database'
import { inArray, sql } from 'drizzle-orm'
import { records } from './tables.server.ts'

const UNUSED_MS = 365 * 86_400_000
/** So many leave with one statement, that none holds others up for long. */
const AT_A_TIME = 500

const idOf = (key: unknown) => sql`substring(${key} from '[^/]*$')`

/**
 * Deletes carts that nobody has changed for a year, each together with its order draft: a cart stays while its draft is
 * in use, and the other way round. Answers how many records went.
 */
export async function deleteUnusedRecords({
  queries,
  now,
}: {
  queries: Queries
  now: Date
}): Promise<number> {
  const cutOff = new Date(now.getTime() - UNUSED_MS).toISOString()
  let deleted = 0
  for (;;) {
    const unused = sql`(
      select ${records.key} from ${records}
      where ${records.updatedAt} < ${cutOff} and not exists (
        select from ${records} as other
        where other.owner = ${records.owner} and other.updated_at >= ${cutOff}
          and ${idOf(sql`other.key`)} = ${idOf(records.key)})
      order by ${records.updatedAt} limit ${AT_A_TIME} for update skip locked)`
    const gone = await queries
      .delete(records)
      .where(inArray(records.key, unused))
      .returning({ key: records.key })
    deleted += gone.length
    if (gone.length < AT_A_TIME) return deleted
  }
}
