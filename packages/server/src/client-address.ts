import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'

/**
 * The address of the client. Behind proxies it is the one seen by the outermost trusted proxy, the
 * `trustedProxies`-th from the end of `X-Forwarded-For`: anyone can write what is before it. Without proxies, or
 * past them, it is the connection's.
 */
function addressOf(
  forwardedFor: string | undefined,
  request: Pick<IncomingMessage, 'socket'> | undefined,
  trustedProxies: number,
): string {
  if (trustedProxies > 0) {
    const chain = (forwardedFor ?? '').split(',').map((part) => part.trim())
    const address = chain.at(-trustedProxies)
    if (address) return address
  }
  return request?.socket?.remoteAddress ?? 'unknown'
}

/** The client's address of a request within the application. */
export function clientAddressOf(c: Context, trustedProxies: number): string {
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage }
  return addressOf(c.req.header('X-Forwarded-For'), incoming, trustedProxies)
}

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/i

/**
 * The sender of a request that has not reached the application yet; null: a program of this machine, or a client of
 * a proxy on this machine that the settings do not mention.
 */
export function askerOf(request: IncomingMessage, trustedProxies: number): string | null {
  // Node joins repeated headers.
  const address = addressOf(request.headers['x-forwarded-for'] as string | undefined, request, trustedProxies)
  return LOOPBACK.test(address) ? null : address
}
