import { describeError } from '@shop/server/log'
import { and, asc, gt, inArray, lt, lte, not, sql } from 'drizzle-orm'
import { FORM_DRAFT_LIFETIME_MS } from '../forms/form-draft.server.ts'
import type { ShopServices } from '../session/shop-context.server.ts'
import { deleteUnusedRecords } from './delete-unused-records.server.ts'
import { forgetPersonalRecords } from './personal-records.server.ts'
import { areForms, records } from './tables.server.ts'

const BATCH = 500
const HOUR_MS = 60 * 60_000
/** Shorter than the hour, so that the process that swept can claim again when its own timer next fires. */
const CLAIM_MS = 55 * 60_000

type Sweeping = Pick<ShopServices, 'database' | 'createApi' | 'now'>

/**
 * Deletes what no one can ask for any more: forms kept longer than an hour; carts unused for a year, except those of
 * a restricted account, of which nothing may be deleted; and carts and addresses of accounts erased at the main API,
 * which does not notify the shop.
 */
export async function sweepRecords({ database, createApi, now }: Sweeping): Promise<void> {
  const { queries } = database
  const old = new Date(now().getTime() - FORM_DRAFT_LIFETIME_MS)
  for (let gone = BATCH; gone === BATCH; ) {
    const oldest = queries
      .select({ key: records.key })
      .from(records)
      .where(and(areForms, lt(records.updatedAt, old)))
      .orderBy(asc(records.updatedAt))
      .limit(BATCH)
    const deleted = queries.delete(records).where(inArray(records.key, oldest))
    gone = (await deleted.returning({ key: records.key })).length
  }
  const api = createApi({})
  const keptOf = async (userIds: string[]) => (await api.restrictedUsers({ userIds })).userIds
  await deleteUnusedRecords({ queries, now: now(), keptOf })
  for (let last = ''; ; ) {
    const found = await queries
      .selectDistinct({ owner: records.owner })
      .from(records)
      .where(and(not(areForms), gt(records.owner, last)))
      .orderBy(records.owner)
      .limit(BATCH)
    if (found.length === 0) return
    const { userIds } = await api.erasedUsers({ userIds: found.map(({ owner }) => owner) })
    await forgetPersonalRecords(queries, userIds)
    last = found.at(-1)!.owner
  }
}

/**
 * Whether this process sweeps this time: of all processes, the first to claim it. The claim is noted in a row. No
 * lock is held, since the sweep calls the main API; if the process dies during the sweep, another follows an hour
 * later.
 */
export async function claimSweep({ database: { queries }, now }: Sweeping): Promise<boolean> {
  const at = now()
  const lastOne = { key: '/sweep', collection: '/sweep', owner: '', version: 1, body: {}, createdAt: at }
  const claimed = await queries
    .insert(records)
    .values({ ...lastOne, updatedAt: at })
    .onConflictDoUpdate({
      target: records.key,
      set: { updatedAt: at, version: sql`${records.version} + 1` },
      setWhere: lte(records.updatedAt, new Date(at.getTime() - CLAIM_MS)),
    })
    .returning({ key: records.key })
  return claimed.length > 0
}

/**
 * Sweeps every hour, in one process of all, until the returned function is called; after a failure it waits for the
 * next hour.
 */
export function startSweeping({ logger, ...services }: Sweeping & Pick<ShopServices, 'logger'>): () => void {
  const sweep = async () => {
    try {
      if (await claimSweep(services)) await sweepRecords(services)
    } catch (error) {
      logger.warn(describeError(error), 'sweeping failed')
    }
  }
  const timer = setInterval(sweep, HOUR_MS)
  timer.unref()
  return () => clearInterval(timer)
}
