import { existsSync } from 'node:fs'
import { Problem } from '@shop/contract/problem'
import { inArray } from 'drizzle-orm'
import { createLaboratoryApi } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { type CommandLine, type CommandSettings, openForCommand } from '../open-for-command.ts'
import { eraseUser } from './erase-account.ts'
import { readErasureLog } from './erasure-log.ts'
import { users } from './tables.ts'

const BATCH = 500

/**
 * Repeats the erasures made after the backup that the database was restored from. Returns the erased ids, and
 * those that could not be erased.
 */
export async function replayErasures(context: ApiContext): Promise<{ erased: string[]; refused: string[] }> {
  const ids = [...new Set((await readErasureLog(context)).map(({ userId }) => userId))]
  const erased: string[] = []
  const refused: string[] = []
  for (let from = 0; from < ids.length; from += BATCH) {
    const back = await context.database.queries
      .select({ id: users.id })
      .from(users)
      .where(inArray(users.id, ids.slice(from, from + BATCH)))
    for (const { id } of back) {
      try {
        await eraseUser(context, {
          userId: id,
          by: { requestId: 'erasures-replay', userId: id, actor: 'job' },
        })
        erased.push(id)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        refused.push(id)
      }
    }
  }
  return { erased, refused }
}

/**
 * `npm run erasures:replay`: after a restore, before the shop is started. Returns the exit code: 0 done, 1 some
 * accounts could not be erased or there is no log.
 */
export async function runReplayErasuresCommand({
  settings,
  logger,
  print,
  ...place
}: CommandSettings & Pick<CommandLine, 'print'>): Promise<number> {
  const log = settings.erasureLog
  if (log !== null && !existsSync(log)) {
    print(
      `There is no erasure log at ${log}: no account was erased again. Set ERASURE_LOG or DATA_DIR to its location.`,
    )
    return 1
  }
  const database = await openForCommand(place)
  try {
    const api = await createLaboratoryApi({ database, settings, logger, works: false })
    // Jobs look after payments that were open.
    await api.start()
    try {
      const { erased, refused } = await replayErasures(api.context)
      print(`Erased again: ${erased.length}.`)
      for (const id of refused) print(`Not erased: ${id}`)
      return refused.length > 0 ? 1 : 0
    } finally {
      await api.close()
    }
  } finally {
    await database.close()
  }
}
