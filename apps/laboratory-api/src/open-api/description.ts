import type { OpenAPIHono } from '@hono/zod-openapi'
import { OWN_SERVER_HEADER } from '@shop/contract/main-api-client'
import { permissionsOfRole, STAFF_PERMISSIONS, STAFF_ROLES } from '@shop/domain/staff'
import type { ApiEnv } from '../api.ts'
import { tokenPath } from '../clients/grant-token.ts'
import { ALL_PERMISSIONS, scopesOf } from '../clients/scopes.ts'
import type { ApiContext } from '../context.ts'

const DESCRIPTION = `
Laboratory tests for patients: catalogue, accounts, orders, payments and results.

**Errors** are RFC 9457 problem details (\`application/problem+json\`). \`code\` is a stable word; \`errors\` names the fields.

**Money** is \`{price, currency}\` in major units with at most two decimals. **Instants** are RFC 3339, **dates** \`YYYY-MM-DD\`.
Ids of the catalogue are positive integers; ids of people and of their data are UUIDs.

Data of another account and data that does not exist get the same answer: 404. Too many attempts get 429 with \`Retry-After\` (seconds).

**Language** of texts and mails: \`Accept-Language\` (en, ru, pl, be).
`.trim()

/** Roles and permissions as the guard of each call reads them. */
const STAFF_DESCRIPTION = [
  "The network's own people. A session lasts 12 hours, or half an hour without a call (`STAFF_IDLE_MINUTES`). Each call names the permission that it needs at a laboratory of the role.",
  '',
  ...Object.entries(STAFF_PERMISSIONS).map(([permission, { does }]) => `- \`${permission}\`: ${does}`),
  '',
  ...STAFF_ROLES.map((role) => `- **${role}**: ${permissionsOfRole(role).join(', ')}`),
].join('\n')

const TAGS = [
  { name: 'Sessions', description: 'Open an account, sign in, sign out' },
  { name: 'Users', description: 'The signed-in account and its e-mail address' },
  { name: 'Passwords', description: 'Change and reset' },
  { name: 'Personal data', description: 'Export it, have it erased' },
  { name: 'Desk: sessions', description: STAFF_DESCRIPTION },
  {
    name: 'Desk: visits',
    description: 'The visits of a day: arrivals, no-shows, samples taken',
  },
  { name: 'Desk: orders', description: 'Find an order, read it, add notes' },
  { name: 'Desk: staff', description: 'Who works at the desk, and who did what' },
  { name: 'Patients', description: 'The people an account orders for' },
]

/** The description of the API as it is registered: the schemas that validate are the schemas described. */
export function apiDescription(
  api: OpenAPIHono<ApiEnv>,
  { settings, partner }: Pick<ApiContext, 'settings' | 'partner'>,
) {
  const { openAPIRegistry } = api
  openAPIRegistry.registerComponent('securitySchemes', 'user', {
    type: 'http',
    scheme: 'bearer',
    description: 'The access token that `register` and `login` return',
  })
  openAPIRegistry.registerComponent('securitySchemes', 'staff', {
    type: 'http',
    scheme: 'bearer',
    description: 'The access token of a desk session; the scopes are permissions',
  })
  openAPIRegistry.registerComponent('securitySchemes', 'laboratorySystem', {
    type: 'oauth2',
    description: "A client of the laboratory's information system: SMART Backend Services",
    flows: {
      clientCredentials: {
        tokenUrl: `${settings.apiPublicUrl}${tokenPath}`,
        scopes: Object.fromEntries(scopesOf(ALL_PERMISSIONS).map((scope) => [scope, 'SMART scope'])),
      },
    },
  })
  openAPIRegistry.registerComponent('securitySchemes', 'storefront', {
    type: 'apiKey',
    in: 'header',
    name: OWN_SERVER_HEADER,
    description:
      "v1.<seconds since 1970>.<HMAC-SHA-256 of own-server.v1.<seconds> as base64url>, with the secret that the storefront's server shares with this one; accepted for five minutes",
  })
  return api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: `${partner.brand} main API`,
      version: '1.0.0',
      description: DESCRIPTION,
      contact: { email: partner.supportEmail },
    },
    servers: [{ url: settings.apiPublicUrl }],
    tags: TAGS,
  })
}
