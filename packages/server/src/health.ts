import { Problem, problemResponse } from '@shop/contract/problem'
import type { Database } from '@shop/database/open-database'
import { Hono } from 'hono'
import { securityHeaders } from './security-headers.ts'

/** 503 that names what is missing, for a load balancer and for people. */
export function notReady(...missing: string[]): Response {
  return problemResponse(new Problem('not_ready', { extension: { missing } }))
}

export const isHealth = (path: string) => path === '/healthz' || path === '/readyz'

/**
 * `/healthz`: the process is alive. `/readyz`: it can do its work; answered within two seconds, whatever the
 * database does.
 */
export function healthRoutes(database: Pick<Database, 'check'>, secure: boolean): Hono {
  const routes = new Hono()
  // A process that only runs jobs has no other answers.
  for (const path of ['/healthz', '/readyz']) routes.use(path, securityHeaders(secure))
  routes.get('/healthz', (c) => c.text('ok'))
  routes.get('/readyz', (c) =>
    database.check().then(
      () => c.text('ok'),
      () => notReady('database'),
    ),
  )
  return routes
}
