import { comesHome } from '@shop/domain/laboratory'
import { audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { FhirRefusal } from './operation-outcome.ts'
import { findObservation, findReport } from './report-queries.ts'
import { findRequests, type RequestRow } from './request-queries.ts'
import { auditReading } from './search-requests.ts'
import { parseServiceRequestId } from './service-request-id.ts'
import { fhirSystems } from './systems.ts'
import { toDiagnosticReport, toObservation } from './to-diagnostic-report.ts'
import { toLocation, toPatient, toServiceRequest, toSpecimen, type Writing } from './to-service-request.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const READABLE_TYPES = [
  'ServiceRequest',
  'Patient',
  'Specimen',
  'Location',
  'DiagnosticReport',
  'Observation',
] as const
export type ReadableType = (typeof READABLE_TYPES)[number]

/** One resource by its id. @throws FhirRefusal 404 */
export async function readResource(
  context: ApiContext,
  { type, id, requestId }: { type: ReadableType; id: string; requestId: string },
): Promise<object> {
  const found =
    type === 'DiagnosticReport' || type === 'Observation'
      ? await readReported(context, { type, id, requestId })
      : await readOrdered(context, { type, id, requestId })
  if (!found) throw notFound()
  return found
}

export function notFound(diagnostics = 'No such resource'): FhirRefusal {
  return new FhirRefusal(404, { code: 'not-found', diagnostics })
}

async function readReported(
  { database, settings, catalogue }: ApiContext,
  { type, id, requestId }: { type: 'DiagnosticReport' | 'Observation'; id: string; requestId: string },
): Promise<object | null> {
  if (!UUID.test(id)) return null
  const { queries } = database
  const source = {
    systems: fhirSystems(settings),
    zone: settings.businessTimeZone,
    snapshot: catalogue.current(),
  }
  const report = type === 'DiagnosticReport' ? await findReport(queries, id) : null
  const value = type === 'Observation' ? await findObservation(queries, id) : null
  const result = report?.result ?? value?.result
  if (!result) return null
  await audit(queries, {
    requestId,
    userId: null,
    actor: 'laboratorySystem',
    action: 'read',
    kind: 'testResult',
    id: result.id,
  })
  return report ? toDiagnosticReport(report, source) : toObservation(value!, source)
}

async function readOrdered(
  context: ApiContext,
  {
    type,
    id,
    requestId,
  }: { type: Exclude<ReadableType, 'DiagnosticReport' | 'Observation'>; id: string; requestId: string },
): Promise<object | null> {
  const { settings, catalogue } = context
  const writing: Writing = { systems: fhirSystems(settings), zone: settings.businessTimeZone }
  if (type === 'Location') return readLocation(context, id)
  const row = await findRow(context, type, id)
  if (!row) return null
  await auditReading(context, [row], requestId)
  if (type === 'Patient') return toPatient(row)
  if (type === 'ServiceRequest') return toServiceRequest(row, writing)
  const kind = catalogue.current().analyses.get(row.line.itemId)?.specimen.en ?? null
  return toSpecimen(row, kind, writing)
}

async function findRow(
  { database }: ApiContext,
  type: 'ServiceRequest' | 'Patient' | 'Specimen',
  id: string,
): Promise<RequestRow | null> {
  if (type === 'Patient') {
    if (!UUID.test(id)) return null
    const rows = await findRequests(database.queries, { patientId: id })
    return rows.at(-1) ?? null
  }
  const name = parseServiceRequestId(id)
  if (!name) return null
  const [row] = await findRequests(database.queries, name)
  return row ?? null
}

/** Laboratories are no secret and in memory. */
function readLocation({ catalogue }: ApiContext, id: string): object | null {
  const laboratory = catalogue.current().laboratories.get(Number(id))
  if (!laboratory) return null
  const { city, address } = laboratory
  const order = {
    laboratoryId: laboratory.id,
    laboratory: { city, address, callable: comesHome(laboratory) },
  }
  return toLocation({ order } as RequestRow)
}
