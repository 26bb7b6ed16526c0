import { serve as serveNode } from '@hono/node-server'
import type { Hono } from 'hono'

export interface Server {
  url: string
  close(): Promise<void>
}

/** Serves an application over real HTTP on a free port of loopback. */
export async function serve(app: Hono): Promise<Server> {
  const listening = Promise.withResolvers<number>()
  const server = serveNode({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
    listening.resolve(port),
  )
  const port = await listening.promise
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}
