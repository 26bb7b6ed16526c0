import type { Database } from '@shop/database/open-database'

/** Should a notice be lost (a broken connection), the next look finds what it told of. */
const LOOK_EVERY_MS = 60_000

/** Keeps what is held in memory up with the database, also when another process has changed it. */
export interface Following {
  /** Looks now; answers when that is done. */
  refresh(): Promise<void>
  /** Follows changes of any process until `stop`. */
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
  /** Told of each change. */
  channel: string
  /** Takes over what is new, if anything is. */
  look(): Promise<void>
  onError(error: Error): void
  lookEveryMs?: number
}): Following {
  let looking: Promise<void> = Promise.resolve()
  let stopListening: (() => Promise<void>) | undefined
  let timer: NodeJS.Timeout | undefined
  // One after the other: a notice that comes during a look is looked at after it.
  function refresh(): Promise<void> {
    const turn = looking.then(look)
    looking = turn.catch(() => {})
    return turn
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
