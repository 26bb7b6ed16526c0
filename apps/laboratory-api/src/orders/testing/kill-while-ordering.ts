import { fork } from 'node:child_process'
import { join } from 'node:path'
import { repositoryRoot } from '@shop/database/repository-root'
import type { Errand } from './ordering-process.ts'

/** Compiled once for all processes. */
const COMPILED = join(repositoryRoot, 'node_modules/.cache/ordering-process')

/** Sends an order in a process of its own; answers the signal that ended it, or the status of its answer. */
export function killWhileOrdering(errand: Errand): Promise<string | number> {
  const child = fork(join(import.meta.dirname, 'ordering-process.ts'), {
    execArgv: [],
    env: { NODE_COMPILE_CACHE: COMPILED },
  })
  child.send(errand)
  return new Promise((resolve, reject) => {
    child.once('message', (status: number) => resolve(status))
    child.once('exit', (code, signal) =>
      signal ? resolve(signal) : reject(new Error(`the process ended with ${code}`)),
    )
  })
}
