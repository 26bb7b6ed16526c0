import { createHash, timingSafeEqual } from 'node:crypto'
import { FhirRefusal } from './operation-outcome.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares digests, in a time that tells neither the token nor its length. @throws FhirRefusal 401 */
export function authenticateLaboratorySystem(authorization: string | undefined, token: string): void {
  const given = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
  if (given !== undefined && timingSafeEqual(digest(given), digest(token))) return
  throw new FhirRefusal(401, {
    code: 'login',
    expression: 'http.Authorization',
    diagnostics: 'The bearer token of the laboratory system is expected',
  })
}
