import type { LaboratoryClient } from '../clients/client-queries.ts'
import type { Permission } from '../clients/scopes.ts'
import { FhirRefusal } from './operation-outcome.ts'

/** Who asks the interface for something, and by which request. */
export interface Caller {
  client: LaboratoryClient
  requestId: string
  /** Who of the desk tries again what the client sent. */
  staffId?: string
}

/** @throws FhirRefusal 403 that names every scope that is missing */
export function requirePermission({ client }: Caller, ...needed: Permission[]): void {
  const missing = needed.filter((permission) => !client.permissions.has(permission))
  if (missing.length === 0) return
  const diagnostics = `The token lacks the scope ${missing.map((name) => `system/${name}`).join(', ')}`
  throw new FhirRefusal(403, { code: 'forbidden', expression: 'http.Authorization', diagnostics })
}

/** Who the audit says it was. */
export function auditedAs({ client, requestId, staffId }: Caller) {
  const who = { requestId, userId: null, clientId: client.id }
  return staffId === undefined
    ? ({ ...who, actor: 'laboratorySystem' } as const)
    : ({ ...who, actor: 'staff', staffId } as const)
}
