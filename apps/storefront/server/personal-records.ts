import { OWN_SERVER_HEADER } from '@shop/contract/main-api-client'
import { Problem, problemResponse } from '@shop/contract/problem'
import { askStorefrontRecordsSchema, STOREFRONT_RECORDS_PATH } from '@shop/contract/storefront-records'
import type { Database } from '@shop/database/open-database'
import { DATABASE_RETRY_SECONDS, isDatabaseAway } from '@shop/database/statement-errors'
import { describeError } from '@shop/server/log'
import { isOwnServer, type OwnSecrets } from '@shop/server/own-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Logger } from 'pino'
import { personalRecordsOf } from '../app/platform/records/personal-records.server.ts'

const BODY_LIMIT_BYTES = 1_000

/**
 * Serves carts and order drafts of an account to the main API's export, which proves itself with the secret; any
 * other caller gets `not_found`.
 */
export function personalRecordsRoute(database: Database, secrets: OwnSecrets, logger: Logger): Hono {
  const notFound = () => problemResponse(new Problem('not_found'))
  const app = new Hono()
  app.post(
    STOREFRONT_RECORDS_PATH,
    (c, next) => (isOwnServer(c.req.header(OWN_SERVER_HEADER), secrets) ? next() : notFound()),
    bodyLimit({ maxSize: BODY_LIMIT_BYTES, onError: notFound }),
    async (c) => {
      const asked = askStorefrontRecordsSchema.safeParse(await c.req.json().catch(() => null))
      if (!asked.success) return notFound()
      c.header('Cache-Control', 'no-store')
      return c.json(await personalRecordsOf(database.queries, asked.data.userId))
    },
  )
  app.onError((error) => {
    logger.error(describeError(error), 'personal records failed')
    return problemResponse(
      isDatabaseAway(error)
        ? new Problem('not_ready', { retryAfter: DATABASE_RETRY_SECONDS })
        : new Problem('internal_error'),
    )
  })
  return app
}
