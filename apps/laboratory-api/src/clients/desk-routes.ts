import { createRoute, z } from '@hono/zod-openapi'
import { clientIdSchema, endClientKeySchema, laboratoryClientSchema } from '@shop/contract/laboratory-clients'
import { ownPasswordSchema } from '@shop/contract/staff'
import {
  type Api,
  json,
  jsonBody,
  NO_CONTENT,
  PROBLEMS_OF_OWN_PASSWORD,
  problems,
  STAFF_REFUSALS,
  staffSecurity,
} from '../api.ts'
import type { ApiContext } from '../context.ts'
import { auditStaff } from '../staff/audit-staff.ts'
import { actorOf } from '../staff/authenticate-staff.ts'
import { listClients } from './client-queries.ts'
import { endAtDesk } from './end-client.ts'

const tags = ['Desk: laboratory systems']
const params = z.object({ id: clientIdSchema })
const listRoute = createRoute({
  method: 'get',
  path: '/staff/laboratory-clients',
  operationId: 'laboratoryClients',
  tags,
  summary: 'Laboratories’ systems that may log in or once could, with their keys',
  security: staffSecurity('clients.read'),
  responses: {
    200: json(z.array(laboratoryClientSchema), 'Active ones first, then by id'),
    ...problems(...STAFF_REFUSALS),
  },
})

const endRoute = createRoute({
  method: 'delete',
  path: '/staff/laboratory-clients/{id}',
  operationId: 'endLaboratoryClient',
  tags,
  summary: 'End a system with its keys and tokens, immediately',
  description:
    'Needs the caller’s own password. It cannot be undone: a new system is registered by the command.',
  security: staffSecurity('clients.end'),
  request: { params, ...jsonBody(ownPasswordSchema) },
  responses: { 204: NO_CONTENT, ...problems(...PROBLEMS_OF_OWN_PASSWORD) },
})

const endKeyRoute = createRoute({
  method: 'delete',
  path: '/staff/laboratory-clients/{id}/keys',
  operationId: 'endClientKey',
  tags,
  summary: 'End one key of a system and the tokens issued for it, immediately',
  description:
    'Needs the caller’s own password. The key is named in the body, since its id may contain characters that would end a path.',
  security: staffSecurity('clients.end'),
  request: { params, ...jsonBody(endClientKeySchema) },
  responses: { 204: NO_CONTENT, ...problems(...PROBLEMS_OF_OWN_PASSWORD) },
})

/**
 * The laboratories' systems as an administrator sees them, and how to shut out one that is stolen or no longer
 * used.
 */
export function registerDeskClientRoutes(api: Api, context: ApiContext): void {
  const { database } = context

  api.openapi(listRoute, async (c) => {
    await auditStaff(database.queries, actorOf(c), { action: 'read', kind: 'laboratoryClient', id: null })
    const clients = await listClients(database.queries)
    const instants = <T extends { createdAt: Date; endedAt: Date | null }>(row: T) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
    })
    return c.json(
      clients.map(({ keys, ...client }) => ({
        ...instants(client),
        keys: keys.map(({ jwk, lastUsedAt, ...key }) => ({
          ...instants(key),
          algorithm: jwk.alg ?? '',
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
      })),
      200,
    )
  })
  api.openapi(endRoute, async (c) => {
    await endAtDesk(context, { actor: actorOf(c), ...c.req.valid('param'), ...c.req.valid('json') })
    return c.body(null, 204)
  })
  api.openapi(endKeyRoute, async (c) => {
    await endAtDesk(context, { actor: actorOf(c), ...c.req.valid('param'), ...c.req.valid('json') })
    return c.body(null, 204)
  })
}
