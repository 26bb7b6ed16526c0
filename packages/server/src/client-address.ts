import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'

/**
 * Whose request it is. Behind proxies it is what the outermost one of them that is believed saw, the `trustedProxies`-th
 * from the end of `X-Forwarded-For`: what stands before it, anybody can write. Without proxies, or past them, the connection's.
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

/** The address of a request within the application. */
export function clientAddressOf(c: Context, trustedProxies: number): string {
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage }
  return addressOf(c.req.header('X-Forwarded-For'), incoming, trustedProxies)
}

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/i

/**
 * Who sent a request that has not reached the application yet; null: a program of this machine, and whoever comes through a
 * proxy on it that the settings do not name.
 */
export function askerOf(request: IncomingMessage, trustedProxies: number): string | null {
  // Node joins repeated ones.
  const address = addressOf(request.headers['x-forwarded-for'] as string | undefined, request, trustedProxies)
  return LOOPBACK.test(address) ? null : address
}
