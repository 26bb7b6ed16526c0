import { readFileSync } from 'node:fs'
import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'

/** Paths of PEM files: our certificate with its chain, and its key. */
export interface TlsFiles {
  cert: string
  key: string
}

const LOOK_EVERY_MS = 60_000

const read = ({ cert, key }: TlsFiles) => ({
  cert: readFileSync(cert, 'utf8'),
  key: readFileSync(key, 'utf8'),
  minVersion: 'TLSv1.2' as const,
})

/**
 * Of two `Host`s a proxy in front of this program may have believed the other one: such a request is refused (RFC
 * 9112, 3.2).
 */
const withOneHost =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const names = request.rawHeaders.filter((word, index) => index % 2 === 0 && word.toLowerCase() === 'host')
    if (names.length <= 1) return listener(request, response)
    response.writeHead(400, { Connection: 'close' }).end()
  }

/**
 * A server of the program. With a certificate it speaks only TLS, and uses renewed files for new connections within
 * a minute, without a restart. If a certificate does not match its key, for example while both are being written,
 * the previous one stays in use.
 */
export function createServer(
  tls: TlsFiles | null,
  listener: RequestListener,
  {
    lookEveryMs = LOOK_EVERY_MS,
    onError = () => {},
  }: Partial<{ lookEveryMs: number; onError: (error: unknown) => void }> = {},
): Server {
  const answer = withOneHost(listener)
  if (!tls) return createPlainServer(answer)
  let known = read(tls)
  const server = createTlsServer(known, answer)
  const timer = setInterval(() => {
    try {
      const now = read(tls)
      if (now.cert === known.cert && now.key === known.key) return
      server.setSecureContext(now)
      known = now
    } catch (error) {
      onError(error)
    }
  }, lookEveryMs)
  timer.unref()
  server.on('close', () => clearInterval(timer))
  return server
}
