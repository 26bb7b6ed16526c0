import type { Socket } from 'node:net'
import type { SecureContextOptions } from 'node:tls'
import { FS, Hl7Connection } from '@medplum/hl7'
import { BYTES } from './byte-message.ts'

/** PEM: our certificate with its key, and the authority that must have signed the other side's certificate. */
export interface MllpTlsFiles {
  cert: string
  key: string
  ca: string
}

export function tlsOptions({ cert, key, ca }: MllpTlsFiles): SecureContextOptions {
  return { cert, key, ca, minVersion: 'TLSv1.2' }
}

const LONGEST_FRAME_BYTES = 2_000_000
const KEEP_ALIVE_MS = 30_000

/** MLLP over a socket, with or without TLS. A frame without an end is cut off, and its connection closed. */
export function overSocket(socket: Socket): Hl7Connection {
  let unfinished = 0
  socket.setKeepAlive(true, KEEP_ALIVE_MS)
  // Registered before the library's own listener, which would buffer bytes for ever.
  socket.on('data', (chunk: Buffer) => {
    const end = chunk.lastIndexOf(FS)
    unfinished = end === -1 ? unfinished + chunk.length : chunk.length - end
    if (unfinished > LONGEST_FRAME_BYTES) socket.destroy(new Error('a frame without an end'))
  })
  return new Hl7Connection(socket, BYTES)
}
