import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { and, asc, eq, gte } from 'drizzle-orm'
import { auditEntries } from '../audit/tables.ts'
import type { ApiContext } from '../context.ts'

const HOUR_MS = 60 * 60_000

/** One line of the log. */
interface Erasure {
  at: string
  userId: string
}

/** The erasures listed in the file kept apart from the database; empty where no such file is configured. */
export async function readErasureLog({ settings }: Pick<ApiContext, 'settings'>): Promise<Erasure[]> {
  if (settings.erasureLog === null) return []
  const text = await readFile(settings.erasureLog, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  // The last line may have been cut off by a crash; it is written again.
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Erasure]
    } catch {
      return []
    }
  })
}

/**
 * Adds the erasures in the database that the log lacks. Called after each erasure and at the start of a process,
 * so that a crash between the two loses none.
 */
export async function noteErasures(context: Pick<ApiContext, 'database' | 'settings'>): Promise<void> {
  const { erasureLog } = context.settings
  if (erasureLog === null) return
  const noted = await readErasureLog(context)
  const ids = new Set(noted.map(({ userId }) => userId))
  const last = Math.max(0, ...noted.map(({ at }) => Date.parse(at)))
  const made = await context.database.queries
    .select({ at: auditEntries.at, userId: auditEntries.objectId })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.kind, 'account'),
        eq(auditEntries.action, 'delete'),
        // An erasure that began earlier may have been committed later.
        gte(auditEntries.at, new Date(Math.max(0, last - HOUR_MS))),
      ),
    )
    .orderBy(asc(auditEntries.at))
  const lines = made.flatMap(({ at, userId }) =>
    userId && !ids.has(userId) ? [`${JSON.stringify({ at: at.toISOString(), userId })}\n`] : [],
  )
  await mkdir(dirname(erasureLog), { recursive: true, mode: 0o700 })
  // Written even if empty: a missing file means that the log was not found.
  await appendFile(erasureLog, lines.length > 0 ? `\n${lines.join('')}` : '', { mode: 0o600, flush: true })
}
