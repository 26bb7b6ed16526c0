import { createServer as createPlainServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Hl7Message } from '@medplum/core'
import type { Hl7Connection } from '@medplum/hl7'
import { describeError } from '@shop/server/log'
import type { Logger } from 'pino'
import { type MllpTlsFiles, overSocket, tlsOptions } from './connection.ts'

const MOST_CONNECTIONS = 50

export interface Listener {
  port: number
  /** Resolves when the messages being processed are answered. */
  close(): Promise<void>
}

interface ListenOptions {
  host: string
  port: number
  tls: MllpTlsFiles | null
  /** The answer to a message. If it throws, nothing is answered, and the other side sends the message again. */
  answer(message: Hl7Message): Promise<Hl7Message>
  logger: Logger
}

/** Accepts messages; those of one connection are processed one at a time. */
export async function listen({ host, port, tls, answer, logger }: ListenOptions): Promise<Listener> {
  const open = new Map<Hl7Connection, Promise<void>>()
  const accept = (socket: Socket) => {
    const connection = overSocket(socket)
    open.set(connection, Promise.resolve())
    connection.addEventListener('message', ({ message }) => {
      const replied = open.get(connection)?.then(() => reply(connection, message))
      if (replied) open.set(connection, replied)
    })
    connection.addEventListener('close', () => open.delete(connection))
    connection.addEventListener('error', ({ error }) => {
      // Without a header there is nothing that an answer could refer to.
      logger.warn(describeError(error), 'hl7: the received bytes are not a message: closing the connection')
      socket.destroy()
    })
  }
  async function reply(connection: Hl7Connection, message: Hl7Message) {
    try {
      const answered = await answer(message)
      if (!connection.isClosed()) connection.send(answered)
    } catch (error) {
      logger.error(describeError(error), 'hl7: a message could not be answered')
      connection.socket.destroy()
    }
  }
  // With `requestCert`, certificates not signed by our authority are rejected.
  const server = tls
    ? createTlsServer({ ...tlsOptions(tls), requestCert: true }, accept)
    : createPlainServer(accept)
  server.maxConnections = MOST_CONNECTIONS
  server.on('tlsClientError', (error) => {
    logger.warn(describeError(error), 'hl7: a connection was refused')
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, host, resolve)
  await promise
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      const closed = new Promise((done) => server.close(done))
      await Promise.all(open.values())
      for (const connection of open.keys()) connection.socket.destroy()
      await closed
    },
  }
}
