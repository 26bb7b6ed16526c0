import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { notReady } from './health.ts'
import { writeAnswer } from './refuse-requests.ts'

/** Longer than an order waits for its payment provider, which is ten seconds. */
const UNDER_WAY_MS = 13_000
/**
 * Includes the time for jobs and database: even after the longest delay, what started the process waits a little
 * longer than this.
 */
const FORCED_EXIT_AFTER_MS = 18_500

/**
 * Ends a serving process without losing a request: first "not ready" and `Connection: close` on every answer, for
 * `drainDelayMs`. Then no new connections are accepted, and requests under way may finish; streams, which would
 * never end, are ended immediately, and the browser opens them again elsewhere. Then the rest is closed.
 */
export function drainOf(drainDelayMs: number) {
  const underWay = new Set<ServerResponse>()
  const streams = new Set<ServerResponse>()
  let isDraining = false

  const sayClose = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close')
  }

  return {
    /** Keeps track of a request; true: it has already been answered. */
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      underWay.add(response)
      if (request.headers.accept?.includes('text/event-stream')) streams.add(response)
      response.once('close', () => {
        underWay.delete(response)
        streams.delete(response)
      })
      if (!isDraining) return false
      sayClose(response)
      if (request.url !== '/readyz') return false
      void writeAnswer(response, notReady('process'))
      return true
    },

    async end(server: ReturnType<typeof import('@hono/node-server').serve>, close: () => Promise<void>) {
      isDraining = true
      const forced = setTimeout(() => process.exit(1), drainDelayMs + FORCED_EXIT_AFTER_MS).unref()
      for (const response of underWay) sayClose(response)
      await new Promise((resolve) => setTimeout(resolve, drainDelayMs))
      const closed = new Promise((resolve) => server.close(resolve))
      for (const response of streams) response.end()
      if ('closeIdleConnections' in server) (server as Server).closeIdleConnections()
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, UNDER_WAY_MS))])
      await close()
      clearTimeout(forced)
    },
  }
}
