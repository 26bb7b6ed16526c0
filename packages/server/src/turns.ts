export interface Turns {
  /** Whether a new task would find no place, not even to wait. */
  isFull(): boolean
  /** Does the task in its turn. Rejects if the signal ends the wait; a task that has started is not stopped. */
  take<Value>(work: () => Promise<Value>, signal?: AbortSignal): Promise<Value>
}

/** Lets `atOnce` tasks run concurrently; others wait, first come, first served. */
export function turnsOf(atOnce: number, mostWaiting: number): Turns {
  let busy = 0
  const waiting: (() => void)[] = []

  function turn(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    if (busy < atOnce) {
      busy++
      resolve()
      return promise
    }
    waiting.push(resolve)
    const leave = () => {
      const place = waiting.indexOf(resolve)
      if (place >= 0) waiting.splice(place, 1)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
    return promise
  }

  return {
    isFull: () => busy >= atOnce && waiting.length >= mostWaiting,
    async take(work, signal) {
      signal?.throwIfAborted()
      await turn(signal)
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else busy--
      }
    },
  }
}
