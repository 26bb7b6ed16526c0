import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Mailbox } from './store-message.ts'
import { storeMessage } from './store-message.ts'

const LARGEST_MAIL_BYTES = 20_000_000

export interface MailServer {
  /** `smtp://host:port`, for the sender's settings. */
  url: string
  close(): Promise<void>
}

/**
 * A real SMTP server without passwords, so it must only listen on loopback. Port 0 takes any free one.
 * Rejects when the port is taken.
 */
export async function startMailServer(
  mailbox: Mailbox,
  { port, host }: { port: number; host: string },
): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: LARGEST_MAIL_BYTES,
    closeTimeout: 1_000,
    onData(stream, session, callback) {
      receive(mailbox, stream, session).then(
        () => callback(),
        (error) => callback(error),
      )
    },
  })
  // Once the server listens, an error (a client that breaks off) has no effect.
  const listening = Promise.withResolvers<void>()
  server.on('error', listening.reject)
  server.listen(port, host, listening.resolve)
  await listening.promise
  const address = server.server.address()
  if (typeof address !== 'object' || !address)
    throw new Error('The mail server is not listening on an address.')
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return {
    url: `smtp://${name}:${address.port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** The mail is accepted only after it is stored; otherwise the sender is asked to try again later. */
async function receive(
  mailbox: Mailbox,
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
): Promise<void> {
  const raw = await buffer(stream)
  if (stream.sizeExceeded) throw refusal(552, 'Message is too big')
  try {
    await storeMessage(mailbox, { raw, recipients: envelope.rcptTo.map(({ address }) => address) })
  } catch (error) {
    mailbox.onFailure(error)
    throw refusal(451, 'Message could not be stored, try again later')
  }
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
