import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { processRestarts } from './metrics.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000
/** A worker that lived this long has started well: its next pause is short again. */
const SOUND_AFTER_MS = 60_000

/**
 * Keeps `count` processes running and ends when all have ended after SIGINT or SIGTERM, or with the parent. One
 * that dies is restarted after a pause that grows each time, and the others keep running. Only at the first start,
 * before any of them listens, does one that cannot start end them all: it could not start the next time either.
 */
export function keepWorkers(count: number, logger: Logger): void {
  const pauses = new Set<NodeJS.Timeout>()
  let hasListened = false
  let isEnding = false
  // A worker that has ended stays in the list until its channel is closed, which may happen after the last 'exit'.
  const workers = (): Worker[] =>
    Object.values(cluster.workers ?? {}).filter((worker) => worker?.isDead() === false) as Worker[]

  function keep(pauseMs: number): void {
    const started = Date.now()
    cluster.fork().once('exit', (code, signal) => {
      if (isEnding) return
      if (!hasListened && code !== 0) return end(1)
      const pause = Date.now() - started > SOUND_AFTER_MS ? FIRST_PAUSE_MS : pauseMs
      logger.error({ code, signal, pauseMs: pause }, 'a process of the shop ended and is being restarted')
      processRestarts.inc()
      const timer = setTimeout(() => {
        pauses.delete(timer)
        keep(Math.min(pause * 2, LONGEST_PAUSE_MS))
      }, pause)
      pauses.add(timer)
    })
  }

  function end(exitCode: number): void {
    if (isEnding) return
    isEnding = true
    for (const timer of pauses) clearTimeout(timer)
    const exitWhenAlone = () => {
      if (workers().length === 0) process.exit(exitCode)
    }
    cluster.on('exit', exitWhenAlone)
    for (const worker of workers()) worker.process.kill('SIGTERM')
    exitWhenAlone()
  }

  cluster.on('listening', () => {
    hasListened = true
  })
  for (let index = 0; index < count; index++) keep(FIRST_PAUSE_MS)
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(signal, () => end(0))
}
