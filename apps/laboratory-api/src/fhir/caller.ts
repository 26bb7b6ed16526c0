import type { LaboratoryClient } from '../clients/client-queries.ts'
import type { Permission } from '../clients/scopes.ts'
import { FhirRefusal } from './operation-outcome.ts'

/** The caller of the interface, and its request. */
export interface Caller {
  client: LaboratoryClient
  requestId: string
  /** The member of staff who retries a report of the client. */
  staffId?: string
}

/** @throws FhirRefusal 403 that names every missing scope */
export function requirePermission({ client }: Caller, ...needed: Permission[]): void {
  const missing = needed.filter((permission) => !client.permissions.has(permission))
  if (missing.length === 0) return
  const diagnostics = `The token lacks the scope ${missing.map((name) => `system/${name}`).join(', ')}`
  throw new FhirRefusal(403, { code: 'forbidden', expression: 'http.Authorization', diagnostics })
}

/** The actor as recorded in the audit. */
export function auditedAs({ client, requestId, staffId }: Caller) {
  const who = { requestId, userId: null, clientId: client.id }
  return staffId === undefined
    ? ({ ...who, actor: 'laboratorySystem' } as const)
    : ({ ...who, actor: 'staff', staffId } as const)
}
