import type { Database } from '@shop/database/open-database'

/** If a notification is lost (a broken connection), the next check finds the change. */
const LOOK_EVERY_MS = 60_000

/** Keeps data in memory up to date with the database, including changes by other processes. */
export interface Following {
  /** Checks now; resolves when that is done. */
  refresh(): Promise<void>
  /** Follows changes by any process until `stop`. */
  start(): Promise<void>
  stop(): Promise<void>
}

export function followChanges({
  database,
  channel,
  look,
  onError,
  lookEveryMs = LOOK_EVERY_MS,
}: {
  database: Database
  /** Receives a notification of each change. */
  channel: string
  /** Takes over changes, if there are any. */
  look(): Promise<void>
  onError(error: Error): void
  lookEveryMs?: number
}): Following {
  let looking: Promise<void> = Promise.resolve()
  let stopListening: (() => Promise<void>) | undefined
  let timer: NodeJS.Timeout | undefined
  // One at a time: a notification that arrives during a check starts another one after it.
  function refresh(): Promise<void> {
    const looked = looking.then(look)
    looking = looked.catch(() => {})
    return looked
  }
  function refreshInBackground(): void {
    refresh().catch(onError)
  }
  return {
    refresh,
    async start() {
      stopListening = await database.listen(channel, refreshInBackground)
      timer = setInterval(refreshInBackground, lookEveryMs)
      timer.unref()
      await refresh()
    },
    async stop() {
      clearInterval(timer)
      await stopListening?.()
      stopListening = undefined
      await looking
    },
  }
}
