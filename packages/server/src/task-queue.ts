export interface TaskQueue {
  /** Whether a new task would find no place, not even to wait. */
  isFull(): boolean
  /** Runs the task when it is next. Rejects if the signal ends the wait; a task that has started is not stopped. */
  run<Value>(work: () => Promise<Value>, signal?: AbortSignal): Promise<Value>
}

/** Lets `atOnce` tasks run concurrently; others wait, first come, first served. */
export function queueOf(atOnce: number, mostWaiting: number): TaskQueue {
  let busy = 0
  const waiting: (() => void)[] = []

  function startOf(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    if (busy < atOnce) {
      busy++
      resolve()
      return promise
    }
    waiting.push(resolve)
    const leave = () => {
      const index = waiting.indexOf(resolve)
      if (index >= 0) waiting.splice(index, 1)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
    return promise
  }

  return {
    isFull: () => busy >= atOnce && waiting.length >= mostWaiting,
    async run(work, signal) {
      signal?.throwIfAborted()
      await startOf(signal)
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
