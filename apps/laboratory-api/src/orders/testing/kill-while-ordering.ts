import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { OrderingTask } from './ordering-process.ts'

interface End {
  signal: string | null
  /** Status of each order that was answered before the kill, by its pause. */
  answered: Record<string, number>
}

/** Sends orders in a separate process, which is killed once each has paused where it was told to or been answered. */
export function killWhileOrdering(task: OrderingTask): Promise<End> {
  const child = fork(join(import.meta.dirname, 'ordering-process.ts'), { execArgv: [], env: {} })
  child.send(task)
  let answered: End['answered'] = {}
  child.once('message', (message: End['answered']) => {
    answered = message
  })
  return new Promise((resolve) => {
    child.once('exit', (_, signal) => resolve({ signal, answered }))
  })
}
