import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TestServer {
  /** Without a trailing slash. */
  url: string
  close(): Promise<void>
}

type Respond = (status: number, body: unknown) => void

/** An HTTP server on a free port of this machine. */
export async function listen(
  handle: (request: IncomingMessage, respond: Respond) => void | Promise<void>,
): Promise<TestServer> {
  const server = createServer(async (request, response) => {
    await handle(request, (status, body) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  // On a busy machine seconds pass between two calls: one that reuses a connection just as it is closed fails.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
