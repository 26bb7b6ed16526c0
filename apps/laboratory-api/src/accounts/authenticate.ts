import { SESSION_RENEWED } from '@shop/contract/main-api-client'
import { createMiddleware } from 'hono/factory'
import type { ApiEnv } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { findAccessToken } from './access-tokens.ts'

// A staff token has its own prefix, so that it is never looked up among the patients' tokens.
const BEARER = /^Bearer (?!staff_)([\w-]{43,86})$/i

/**
 * Sets the viewer from the bearer token. An invalid token makes the caller a guest: public pages stay open to a
 * browser with an old cookie, and a call that needs a user answers 401. The first answer of a day says that the
 * token was extended.
 */
export function authenticate({ database, now }: Pick<ApiContext, 'database' | 'now'>) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const token = BEARER.exec(c.req.header('Authorization') ?? '')?.[1]
    const found = token ? await findAccessToken(database.queries, token, now()) : null
    if (found) c.set('viewer', found.viewer)
    await next()
    if (found?.renewed) c.res.headers.set(SESSION_RENEWED, '1')
  })
}
