import type { Context } from 'hono'

/**
 * Whose request it is. Behind proxies it is what the outermost one of them that is believed saw, the `trustedProxies`-th
 * from the end of `X-Forwarded-For`: what stands before it, anybody can write. Without proxies, or past them, the connection's.
 */
export function clientAddressOf(c: Context, trustedProxies: number): string {
  if (trustedProxies > 0) {
    const chain = (c.req.header('X-Forwarded-For') ?? '').split(',').map((part) => part.trim())
    const address = chain.at(-trustedProxies)
    if (address) return address
  }
  const { incoming } = (c.env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } }
  return incoming?.socket?.remoteAddress ?? 'unknown'
}
