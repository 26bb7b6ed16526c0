import { createPrivateKey, createPublicKey, randomUUID } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, SignJWT } from 'jose'
import { z } from 'zod'

const INTERFACE = '/fhir/R4'
const FHIR_JSON = 'application/fhir+json'
/** The scopes that the gateway requests; they must be granted to its client. */
export const SCOPES = [
  'system/ServiceRequest.rs',
  'system/Patient.r',
  'system/Location.r',
  'system/Specimen.cru',
  'system/DiagnosticReport.cru',
  'system/Observation.cru',
].join(' ')
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const ASSERTION_SECONDS = 120
/** A token that expires this soon is no longer used. */
const MARGIN_SECONDS = 30
const TIMEOUT_MS = 30_000

const smartConfiguration = z.object({ token_endpoint: z.url() })
const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number() })
const outcome = z.object({
  resourceType: z.literal('OperationOutcome'),
  issue: z.array(
    z.object({
      code: z.string(),
      diagnostics: z.string().default(''),
      expression: z.array(z.string()).default([]),
    }),
  ),
})
export type Issue = z.infer<typeof outcome>['issue'][number]

/** The interface understood the request and refused it; sending it again changes nothing. */
export class Refused extends Error {
  override name = 'Refused'
  readonly issues: readonly Issue[]
  constructor(issues: readonly Issue[]) {
    super('refused by the main API')
    this.issues = issues
  }
}

/** The main API did not respond, or failed; trying again later may work. */
class Away extends Error {
  override name = 'Away'
}

export interface FhirClient {
  get(path: string): Promise<unknown>
  /** @throws Refused, Away */
  transaction(bundle: object): Promise<unknown>
}

interface FhirClientOptions {
  /** The root of the main API, without a slash at the end. */
  apiRoot: string
  clientId: string
  /** PEM, PKCS 8 or SEC 1: P-384 or RSA. */
  privateKey: string
  fetch: (url: string, init?: RequestInit) => Promise<Response>
  now: () => Date
}

/** A client of the main API's FHIR interface, like every laboratory (SMART Backend Services). */
export function createFhirClient({
  apiRoot,
  clientId,
  privateKey,
  fetch,
  now,
}: FhirClientOptions): FhirClient {
  let token: { value: string; endsAt: number } | undefined

  async function call(url: string, init: RequestInit = {}): Promise<Response> {
    try {
      return await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    } catch (error) {
      throw new Away('the main API is not responding', { cause: error })
    }
  }

  async function logIn(): Promise<string> {
    const found = await call(`${apiRoot}${INTERFACE}/.well-known/smart-configuration`)
    if (!found.ok) throw new Away('the main API does not say where to log in')
    const { token_endpoint: audience } = smartConfiguration.parse(await found.json())
    // The audience is the main API's public address; requests go to the configured one.
    const answer = await call(`${apiRoot}/oauth/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        scope: SCOPES,
        client_assertion_type: ASSERTION_TYPE,
        client_assertion: await assertion({ clientId, privateKey, audience, now: now() }),
      }).toString(),
    })
    if (!answer.ok) throw new Away(`the main API refused the login (${answer.status})`)
    const { access_token: value, expires_in: seconds } = tokenAnswer.parse(await answer.json())
    token = { value, endsAt: now().getTime() + (seconds - MARGIN_SECONDS) * 1_000 }
    return value
  }

  async function ask(path: string, body?: object): Promise<unknown> {
    const before = token && token.endsAt > now().getTime() ? token.value : undefined
    const send = (value: string) =>
      call(`${apiRoot}${INTERFACE}${path}`, {
        headers: {
          Authorization: `Bearer ${value}`,
          Accept: FHIR_JSON,
          ...(body ? { 'Content-Type': FHIR_JSON } : {}),
        },
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      })
    let answer = await send(before ?? (await logIn()))
    // In the meantime its key may have been ended and replaced.
    if (answer.status === 401 && before) answer = await send(await logIn())
    if (answer.ok) return answer.json()
    throw await failureOf(answer)
  }

  return { get: (path) => ask(path), transaction: (bundle) => ask('', bundle) }
}

async function failureOf(answer: Response): Promise<Error> {
  const parsed = outcome.safeParse(await answer.json().catch(() => null))
  const isFinal = [400, 404, 413, 415, 422].includes(answer.status)
  return isFinal && parsed.success
    ? new Refused(parsed.data.issue)
    : new Away(`answered with ${answer.status}`)
}

async function assertion({
  clientId,
  privateKey,
  audience,
  now,
}: Pick<FhirClientOptions, 'clientId' | 'privateKey'> & { audience: string; now: Date }): Promise<string> {
  const key = createPrivateKey(privateKey)
  const kid = await calculateJwkThumbprint(await exportJWK(createPublicKey(privateKey)))
  const seconds = Math.floor(now.getTime() / 1_000)
  return new SignJWT({
    iss: clientId,
    sub: clientId,
    aud: audience,
    jti: randomUUID(),
    exp: seconds + ASSERTION_SECONDS,
  })
    .setProtectedHeader({ alg: key.asymmetricKeyType === 'rsa' ? 'RS384' : 'ES384', kid, typ: 'JWT' })
    .sign(key)
}

/** The path of a link to the next page, relative to the interface. */
export function pathOfLink(link: string): string {
  const { pathname, search } = new URL(link)
  return pathname.slice(pathname.indexOf(INTERFACE) + INTERFACE.length) + search
}
