import type { Queries } from '@shop/database/open-database'
import { and, gt, inArray, lt, not, sql } from 'drizzle-orm'
import { areForms, records } from './tables.server.ts'

const UNUSED_MS = 365 * 86_400_000
/**
 * The records of this many owners are deleted with one statement, so that none holds up others for long: each owner
 * has twenty carts at most.
 */
const OWNERS_AT_A_TIME = 50

const idOf = (key: unknown) => sql`substring(${key} from '[^/]*$')`

interface Deleting {
  queries: Queries
  now: Date
  /** Those of these owners whose records are kept however old they are. */
  keptOf: (owners: string[]) => Promise<readonly string[]>
}

/**
 * Deletes carts that have not been changed for a year, each together with its order draft: a cart stays while its
 * draft is in use, and the other way round. Returns how many records were deleted.
 */
export async function deleteUnusedRecords({ queries, now, keptOf }: Deleting): Promise<number> {
  const cutOff = new Date(now.getTime() - UNUSED_MS)
  const isOld = and(lt(records.updatedAt, cutOff), not(areForms))
  const isInUse = sql`exists (
    select from ${records} as other
    where other.owner = ${records.owner} and other.updated_at >= ${cutOff.toISOString()}
      and ${idOf(sql`other.key`)} = ${idOf(records.key)})`
  let deleted = 0
  for (let last = ''; ; ) {
    const found = await queries
      .selectDistinct({ owner: records.owner })
      .from(records)
      .where(and(isOld, gt(records.owner, last)))
      .orderBy(records.owner)
      .limit(OWNERS_AT_A_TIME)
    if (found.length === 0) return deleted
    const owners = found.map(({ owner }) => owner)
    const kept = await keptOf(owners)
    const unused = owners.filter((owner) => !kept.includes(owner))
    if (unused.length > 0) {
      const gone = await queries
        .delete(records)
        .where(and(inArray(records.owner, unused), isOld, sql`not ${isInUse}`))
        .returning({ key: records.key })
      deleted += gone.length
    }
    last = owners.at(-1)!
  }
}
