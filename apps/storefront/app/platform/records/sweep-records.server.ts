import { and, gt, lt, not } from 'drizzle-orm'
import { FORM_DRAFT_LIFETIME_MS } from '../forms/form-draft.server.ts'
import type { ShopServices } from '../session/shop-context.server.ts'
import { deleteUnusedRecords } from './delete-unused-records.server.ts'
import { forgetPersonalRecords } from './personal-records.server.ts'
import { areForms, records } from './tables.server.ts'

const BATCH = 500
const HOUR_MS = 60 * 60_000

type Sweeping = Pick<ShopServices, 'database' | 'createApi' | 'now'>

/**
 * Lets go of what nobody can ask for any more: forms kept longer than an hour, carts unused for a year
 * but for those of a restricted account, of which nothing may go, and carts and addresses of accounts that were erased at the main API itself, which the shop is not told of.
 */
export async function sweepRecords({ database, createApi, now }: Sweeping): Promise<void> {
  const { queries } = database
  const old = new Date(now().getTime() - FORM_DRAFT_LIFETIME_MS)
  await queries.delete(records).where(and(areForms, lt(records.updatedAt, old)))
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

/** Sweeps every hour until the answer is called; a failure waits for the next hour. */
export function startSweeping({ logger, ...services }: Sweeping & Pick<ShopServices, 'logger'>): () => void {
  const sweep = () =>
    sweepRecords(services).catch((error: Error) => logger.warn({ error: error.name }, 'sweeping failed'))
  const timer = setInterval(sweep, HOUR_MS)
  timer.unref()
  return () => clearInterval(timer)
}
