import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Problem } from '@shop/contract/problem'
import { projectFiles } from '@shop/server/project-files'
import { queueOf } from '@shop/server/task-queue'
import type { Logger } from 'pino'
import { Piscina } from 'piscina'
import { QUOTAS } from '../limits.ts'
import type { TypstResult, TypstTask } from './typst-worker.ts'

const WORKER = join(projectFiles, 'apps/laboratory-api/src/pdf/typst-worker.ts')
/** Half of the processors: the others answer requests. */
const THREADS = Math.max(1, Math.floor(availableParallelism() / 2))
/** Papers that wait for a thread: about three seconds of work. */
const MAX_WAITING = 20
const RETRY_SECONDS = 5
/** After this time an idle thread ends and gives its memory back. */
const IDLE_MS = 60_000

export interface PaperOrder {
  template: `${string}.typ`
  data: object
}

export interface PaperReader {
  /** The account whose quota is used. */
  userId: string
  /** The request's: a paper that no one waits for any more is not started. */
  signal: AbortSignal
}

export interface Typesetter {
  /**
   * A paper as PDF/UA-1. The same paper requested concurrently is made once.
   * @throws Problem `not_ready` when too many wait, `too_many_requests` when too many of one account do
   */
  typeset(order: PaperOrder, reader: PaperReader): Promise<Uint8Array>
  close(): Promise<void>
}

interface Sheet {
  pdf: Promise<Uint8Array>
  readers: number
  hasBegun: boolean
  abandoned: AbortController
}

interface TypesetterOptions {
  logger: Pick<Logger, 'warn'>
  maxWaiting?: number
}

/**
 * Typesets papers in separate threads. They start with the first paper, which takes a tenth of a second, and
 * no other request waits for that.
 */
export function createTypesetter({ logger, maxWaiting = MAX_WAITING }: TypesetterOptions): Typesetter {
  const pool = new Piscina<TypstTask, TypstResult>({
    filename: WORKER,
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    // Its two histograms, which nothing reads, take 0.7 MB.
    recordTiming: false,
  })
  const underWay = new Map<string, Sheet>()
  const perUser = new Map<string, number>()

  // An error outside any task, such as a thread that ended on its own: the next task gets another thread.
  pool.on('error', () => logger.warn({}, 'a typesetting thread failed'))
  // A running task is not interrupted: native code cannot be, and ending its thread costs more.
  const queue = queueOf(THREADS, maxWaiting)

  function print(task: TypstTask, sheet: Pick<Sheet, 'hasBegun' | 'abandoned'>): Promise<Uint8Array> {
    return queue.run(async () => {
      sheet.hasBegun = true
      const { pdf, isAccessible } = await pool.run(task)
      if (!isAccessible)
        logger.warn(
          { template: task.template },
          'a document has characters that are in no font: it is not PDF/UA',
        )
      return pdf
    }, sheet.abandoned.signal)
  }

  function begin(task: TypstTask, key: string, userId: string): Sheet {
    const own = perUser.get(userId) ?? 0
    if (own >= QUOTAS.concurrentPapers) throw new Problem('too_many_requests', { retryAfter: 1 })
    if (queue.isFull()) throw new Problem('not_ready', { retryAfter: RETRY_SECONDS })
    perUser.set(userId, own + 1)
    const state = { readers: 0, hasBegun: false, abandoned: new AbortController() }
    const sheet: Sheet = Object.assign(state, { pdf: print(task, state) })
    sheet.pdf = sheet.pdf.finally(() => {
      if (underWay.get(key) === sheet) underWay.delete(key)
      const left = perUser.get(userId)! - 1
      if (left > 0) perUser.set(userId, left)
      else perUser.delete(userId)
    })
    underWay.set(key, sheet)
    return sheet
  }

  return {
    async typeset({ template, data }, { userId, signal }) {
      signal.throwIfAborted()
      const task = { template, data: JSON.stringify(data) }
      const key = `${template} ${task.data}`
      const sheet = underWay.get(key) ?? begin(task, key, userId)
      sheet.readers++
      try {
        return await unlessAborted(sheet.pdf, signal)
      } finally {
        sheet.readers--
        if (sheet.readers === 0 && !sheet.hasBegun) {
          // A request from now on starts again.
          if (underWay.get(key) === sheet) underWay.delete(key)
          sheet.abandoned.abort()
        }
      }
    },
    close: () => pool.destroy(),
  }
}

/** Whichever comes first: the paper, or the end of its reader's request. */
async function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
