import { createServer } from 'node:net'

/**
 * Below the ports that systems hand out for outgoing connections, so none of those takes it before the server
 * listens.
 */
const FIRST = 10_000
const COUNT = 20_000

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/**
 * A port for a server in a separate process. It is chosen at random, since other test runs on the machine look for
 * theirs.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if (await isFree(port)) return port
  }
}
