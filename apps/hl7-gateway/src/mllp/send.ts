import net from 'node:net'
import nodeTls from 'node:tls'
import type { Hl7Message } from '@medplum/core'
import { type Hl7Connection, ReturnAckCategory } from '@medplum/hl7'
import { type MllpTlsFiles, overSocket, tlsOptions } from './connection.ts'

/** There is no connection: nothing of the message was sent. */
export class NoConnection extends Error {
  override name = 'NoConnection'
}

export interface Sender {
  /**
   * The acknowledgement.
   * @throws NoConnection; another error when the connection breaks or no acknowledgement arrives in time
   */
  send(message: Hl7Message): Promise<Hl7Message>
  close(): void
}

interface SendOptions {
  host: string
  port: number
  tls: MllpTlsFiles | null
  /** How long to wait for a connection or an acknowledgement. */
  timeoutMs: number
}

/** Sends over one connection, which is opened when needed and kept open. */
export function createSender({ host, port, tls, timeoutMs }: SendOptions): Sender {
  let connection: Hl7Connection | undefined

  async function connect(): Promise<Hl7Connection> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const socket = tls
      ? nodeTls.connect({ host, port, ...tlsOptions(tls) }, resolve)
      : net.connect({ host, port }, resolve)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the connection was closed')))
    const timer = setTimeout(() => socket.destroy(new Error('no connection in time')), timeoutMs)
    await promise.finally(() => clearTimeout(timer))
    const opened = overSocket(socket)
    // The sender of a waiting message learns of the error from the closed connection.
    opened.addEventListener('error', () => socket.destroy())
    opened.addEventListener('close', () => {
      if (connection === opened) connection = undefined
    })
    return opened
  }

  return {
    async send(message) {
      connection ??= await connect().catch((cause) => {
        throw new NoConnection('no connection to the laboratory', { cause })
      })
      const used = connection
      const { promise: lost, reject } = Promise.withResolvers<never>()
      const onClose = () => reject(new Error('the connection was lost before the acknowledgement'))
      used.addEventListener('close', onClose)
      try {
        const answer = used.sendAndWait(message, { timeoutMs, returnAck: ReturnAckCategory.FIRST })
        return await Promise.race([answer, lost])
      } catch (error) {
        // A late answer must not be taken for another message's.
        used.socket.destroy()
        throw error
      } finally {
        used.removeEventListener('close', onClose)
      }
    },
    close: () => connection?.socket.destroy(),
  }
}
