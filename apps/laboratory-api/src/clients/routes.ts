import { createRoute, z } from '@hono/zod-openapi'
import { networkOf } from '@shop/server/network-of'
import type { Api } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { deleteExpiredClientSecrets } from './client-queries.ts'
import { grantToken, OAUTH_ERRORS, OAuthRefusal, tokenPath } from './grant-token.ts'

const tags = ["Laboratory's information system (FHIR R4)"]
const FORM = 'application/x-www-form-urlencoded'

const errorSchema = z.object({
  error: z.enum(OAUTH_ERRORS),
  error_description: z.string(),
})
const refusal = {
  description: 'Refused (RFC 6749)',
  content: { 'application/json': { schema: errorSchema } },
}

const tokenRoute = createRoute({
  method: 'post',
  path: tokenPath,
  operationId: 'fhirToken',
  tags,
  summary: 'Log in as a client: SMART Backend Services',
  description: 'Exchanges an assertion (a JWT signed with one of the client’s keys) for an access token.',
  request: {
    body: {
      required: true,
      content: {
        [FORM]: {
          schema: z.object({
            grant_type: z.literal('client_credentials'),
            scope: z.string().optional(),
            client_assertion_type: z.literal('urn:ietf:params:oauth:client-assertion-type:jwt-bearer'),
            client_assertion: z.string(),
          }),
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The token',
      content: {
        'application/json': {
          schema: z.object({
            access_token: z.string(),
            token_type: z.literal('bearer'),
            expires_in: z.number(),
            scope: z.string(),
          }),
        },
      },
    },
    400: refusal,
    401: refusal,
    429: { description: 'Problem: too_many_requests' },
  },
})

const NOT_KEPT = { 'Cache-Control': 'no-store', Pragma: 'no-cache' }

/** The laboratories' systems as clients: where they get their tokens. */
export function registerClientRoutes(api: Api, context: ApiContext): void {
  // Only described here: the framework's own validation would not answer in OAuth's format.
  api.openAPIRegistry.registerPath(tokenRoute)
  api.post(tokenPath, async (c) => {
    await context.limits.consume('tokenRequestPerNetwork', networkOf(c.var.clientAddress))
    try {
      if (!c.req.header('Content-Type')?.toLowerCase().startsWith(FORM)) {
        throw new OAuthRefusal('invalid_request', `the body must be ${FORM}`)
      }
      return c.json(await grantToken(context, new URLSearchParams(await c.req.text())), 200, NOT_KEPT)
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error
      const status = error.code === 'invalid_client' ? 401 : 400
      return c.json({ error: error.code, error_description: error.message }, status, NOT_KEPT)
    }
  })
  context.jobs.schedule('sweep-laboratory-clients', '23 * * * *', () =>
    deleteExpiredClientSecrets(context.database.queries, context.now()),
  )
}
