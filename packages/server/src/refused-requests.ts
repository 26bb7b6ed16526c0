import type { Context } from 'hono'
import type { Logger } from 'pino'
import { clientAddressOf } from './client-address.ts'

/**
 * Notes in the security log what a site refuses before any page or call is reached: how and from where, and nothing
 * that was sent.
 */
export function refusedRequests(logger: Logger, trustedProxies: number) {
  const security = logger.child({ log: 'security' })
  return (c: Context, outcome: 'other_origin' | 'body_too_large'): void => {
    const address = clientAddressOf(c, trustedProxies)
    security.info({ event: 'refusedRequest', outcome, method: c.req.method, address }, 'security')
  }
}
