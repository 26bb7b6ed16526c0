import type { LaboratoryClient } from '../clients/client-queries.ts'
import type { Permission } from '../clients/scopes.ts'
import { FhirRefusal } from './operation-outcome.ts'

/** Who asks the interface for something, and by which request. */
export interface Caller {
  client: LaboratoryClient
  requestId: string
}

/** @throws FhirRefusal 403 that names every scope that is missing */
export function requirePermission({ client }: Caller, ...needed: Permission[]): void {
  const missing = needed.filter((permission) => !client.permissions.has(permission))
  if (missing.length === 0) return
  const diagnostics = `The token lacks the scope ${missing.map((name) => `system/${name}`).join(', ')}`
  throw new FhirRefusal(403, { code: 'forbidden', expression: 'http.Authorization', diagnostics })
}

/** Who the audit says it was. */
export function auditedAs({ client, requestId }: Caller) {
  return { requestId, userId: null, actor: 'laboratorySystem', clientId: client.id } as const
}
