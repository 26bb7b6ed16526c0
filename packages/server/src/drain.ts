import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { notReady } from './health.ts'
import { writeAnswer } from './refuse-requests.ts'

/** Longer than an order waits for its payment provider, which is ten seconds. */
const UNDER_WAY_MS = 13_000
/** With what jobs and database take; whoever started the process waits twenty. */
const FORCED_EXIT_AFTER_MS = 19_000

/**
 * The end of a serving process, so that nobody loses a request: first "not ready" and `Connection: close` on every answer,
 * for `noticeMs`; then no new connection; then what is under way ends; then the rest is closed.
 */
export function drainOf(noticeMs: number) {
  const underWay = new Set<ServerResponse>()
  let isDraining = false

  const sayClose = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close')
  }

  return {
    /** Keeps count of a request; true: it is answered already. */
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      underWay.add(response)
      response.once('close', () => underWay.delete(response))
      if (!isDraining) return false
      sayClose(response)
      if (request.url !== '/readyz') return false
      void writeAnswer(response, notReady('process'))
      return true
    },

    async end(server: ReturnType<typeof import('@hono/node-server').serve>, close: () => Promise<void>) {
      isDraining = true
      setTimeout(() => process.exit(1), FORCED_EXIT_AFTER_MS).unref()
      for (const response of underWay) sayClose(response)
      await new Promise((resolve) => setTimeout(resolve, noticeMs))
      const closed = new Promise((resolve) => server.close(resolve))
      if ('closeIdleConnections' in server) (server as Server).closeIdleConnections()
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, UNDER_WAY_MS))])
      await close()
    },
  }
}
