import { HTTPException } from 'hono/http-exception'
import { FhirRefusal, FhirThrottled, operationOutcome } from './operation-outcome.ts'

export const FHIR_JSON = 'application/fhir+json'

export function fhirResponse(resource: object, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(resource), {
    status,
    headers: { 'Content-Type': `${FHIR_JSON}; charset=utf-8`, 'Cache-Control': 'no-store', ...headers },
  })
}

/** RFC 6750. */
const CHALLENGES: Readonly<Record<number, string>> = {
  401: 'Bearer',
  403: 'Bearer error="insufficient_scope"',
}

/** Any error of the interface, as an OperationOutcome. The application's handler has already logged it. */
export function fhirRefusal(error: unknown): Response {
  if (error instanceof FhirRefusal) {
    const challenge = CHALLENGES[error.status]
    const headers: Record<string, string> = challenge ? { 'WWW-Authenticate': challenge } : {}
    if (error instanceof FhirThrottled) headers['Retry-After'] = String(Math.ceil(error.retryAfter))
    return fhirResponse(operationOutcome(error.issues), error.status, headers)
  }
  if (error instanceof HTTPException && error.status < 500) {
    return fhirResponse(operationOutcome([{ code: 'structure', diagnostics: error.message }]), error.status)
  }
  const diagnostics = 'The server failed; nothing was stored'
  return fhirResponse(operationOutcome([{ code: 'exception', diagnostics }]), 500)
}
