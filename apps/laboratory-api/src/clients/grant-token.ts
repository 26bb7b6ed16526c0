import { decodeJwt, decodeProtectedHeader, errors, importJWK, jwtVerify } from 'jose'
import { z } from 'zod'
import type { ApiContext } from '../context.ts'
import { findClientKey, issueClientToken, TOKEN_SECONDS, useAssertion } from './client-queries.ts'
import { ALL_PERMISSIONS, type Permission, permissionsOfScopes, scopesOf } from './scopes.ts'

/** What SMART requires every server to support. */
const ASSERTION_ALGORITHMS = ['RS384', 'ES384']
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
/** SMART: an assertion expires five minutes after it was made, at the latest. */
const ASSERTION_SECONDS = 300
/** How far the two clocks may differ. */
const CLOCK_SECONDS = 10

export const tokenPath = '/oauth/token'

/** RFC 6749, 5.2. */
export const OAUTH_ERRORS = [
  'invalid_request',
  'invalid_client',
  'unsupported_grant_type',
  'invalid_scope',
] as const
type OAuthError = (typeof OAUTH_ERRORS)[number]

/** A token was not granted; the message is for the client's engineer. */
export class OAuthRefusal extends Error {
  override name = 'OAuthRefusal'
  readonly code: OAuthError
  constructor(code: OAuthError, description: string) {
    super(description)
    this.code = code
  }
}

const word = z.string().min(1).max(255)
const claimsSchema = z.object({
  aud: word,
  sub: word,
  iss: word,
  jti: word,
  exp: z.number().int().positive(),
})

/** External text that the database can store. */
const isPlain = (text: string) => text.length <= 255 && !text.includes('\0') && text.isWellFormed()

/**
 * Grants an access token against an assertion signed with the client's key (SMART Backend Services).
 * @throws OAuthRefusal
 */
export async function grantToken(context: ApiContext, form: URLSearchParams) {
  const { database, now } = context
  const assertion = assertionOf(form)
  const { clientId, kid, jti, expiresAt, scopes } = await checkAssertion(context, assertion)
  const wanted = form.get('scope')?.split(' ').filter(Boolean)
  const allowed = permissionsOfScopes(scopes)
  const asked = wanted ? permissionsOfScopes(wanted) : allowed
  const permissions = new Set<Permission>([...asked].filter((permission) => allowed.has(permission)))
  if (permissions.size === 0) {
    throw new OAuthRefusal('invalid_scope', `The client may ask for: ${scopesOf(allowed).join(' ')}`)
  }
  return database.transaction(async (queries) => {
    if (!(await useAssertion(queries, { clientId, jti, expiresAt }))) {
      throw new OAuthRefusal('invalid_client', 'An assertion with this jti was used before')
    }
    return {
      access_token: await issueClientToken(queries, { clientId, kid, permissions, now: now() }),
      token_type: 'bearer',
      expires_in: TOKEN_SECONDS,
      scope: scopesOf(permissions).join(' '),
    }
  })
}

function assertionOf(form: URLSearchParams): string {
  for (const name of new Set(form.keys())) {
    if (form.getAll(name).length > 1) throw new OAuthRefusal('invalid_request', `${name}: given twice`)
  }
  if (!form.get('grant_type')) throw new OAuthRefusal('invalid_request', 'grant_type: client_credentials')
  if (form.get('grant_type') !== 'client_credentials') {
    throw new OAuthRefusal('unsupported_grant_type', 'grant_type: client_credentials')
  }
  if (form.get('client_assertion_type') !== ASSERTION_TYPE) {
    throw new OAuthRefusal('invalid_request', `client_assertion_type: ${ASSERTION_TYPE}`)
  }
  const assertion = form.get('client_assertion')
  if (!assertion) throw new OAuthRefusal('invalid_request', 'client_assertion: a signed JWT')
  return assertion
}

/**
 * The client that signed the assertion. A reason for refusal is given only if it reveals nothing about clients
 * and keys.
 */
async function checkAssertion({ database, settings, now }: ApiContext, assertion: string) {
  const unknown = new OAuthRefusal(
    'invalid_client',
    'No such client with such a key, or it did not sign this assertion',
  )
  try {
    const { kid } = decodeProtectedHeader(assertion)
    const claims = claimsSchema.safeParse(decodeJwt(assertion))
    if (!claims.success) {
      const names = claims.error.issues.map(({ path }) => path.join('.')).join(', ')
      throw new OAuthRefusal('invalid_client', `aud, sub, iss, jti and exp are required; wrong: ${names}`)
    }
    const { sub: clientId, jti, exp } = claims.data
    if (!kid || !isPlain(kid) || !isPlain(clientId) || !isPlain(jti)) throw unknown
    const found = await findClientKey(database.queries, { clientId, kid })
    if (!found) throw unknown
    await jwtVerify(assertion, await importJWK(found.jwk), {
      algorithms: ASSERTION_ALGORITHMS,
      audience: `${settings.apiPublicUrl}${tokenPath}`,
      issuer: clientId,
      subject: clientId,
      clockTolerance: CLOCK_SECONDS,
      currentDate: now(),
    })
    if (exp > now().getTime() / 1_000 + ASSERTION_SECONDS + CLOCK_SECONDS) {
      throw new OAuthRefusal('invalid_client', `exp: at most ${ASSERTION_SECONDS} seconds from now`)
    }
    const expiresAt = new Date((exp + CLOCK_SECONDS) * 1_000)
    return { clientId, kid, jti, expiresAt, scopes: found.scopes }
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new OAuthRefusal('invalid_client', 'exp: it has passed')
    if (error instanceof errors.JWTClaimValidationFailed) {
      throw new OAuthRefusal('invalid_client', `${error.claim}: not as expected`)
    }
    // Not a JWT, another algorithm, or signed by someone else.
    if (error instanceof errors.JOSEError || error instanceof TypeError) throw unknown
    throw error
  }
}

/** What a client finds at `.well-known/smart-configuration`. */
export function smartConfiguration({ apiPublicUrl }: { apiPublicUrl: string }) {
  return {
    token_endpoint: `${apiPublicUrl}${tokenPath}`,
    token_endpoint_auth_methods_supported: ['private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    grant_types_supported: ['client_credentials'],
    scopes_supported: scopesOf(ALL_PERMISSIONS),
    capabilities: ['client-confidential-asymmetric', 'permission-v1', 'permission-v2'],
  }
}
