import { comesHome } from '@shop/domain/laboratory'
import { readAnswers } from '../answers/read-answers.ts'
import { audit } from '../audit/audit.ts'
import type { ResourceType } from '../clients/scopes.ts'
import type { ApiContext } from '../context.ts'
import { isUuid } from '../uuid.ts'
import { auditedAs, type Caller, requirePermission } from './caller.ts'
import { FhirRefusal } from './operation-outcome.ts'
import { findObservation, findReport } from './report-queries.ts'
import { findNewestRequestOf, findRequest, type RequestRow } from './request-queries.ts'
import { asking, auditReading } from './search-requests.ts'
import { parseServiceRequestId } from './service-request-id.ts'
import { fhirSystems, type Writing } from './systems.ts'
import { toDiagnosticReport, toObservation } from './to-diagnostic-report.ts'
import { toLocation, toPatient, toServiceRequest, toSpecimen } from './to-service-request.ts'

/** One resource by its id; one of another laboratory does not exist. @throws FhirRefusal 403, 404 */
export async function readResource(
  context: ApiContext,
  { type, id, caller }: { type: ResourceType; id: string; caller: Caller },
): Promise<object> {
  requirePermission(caller, `${type}.r`)
  const found =
    type === 'DiagnosticReport' || type === 'Observation'
      ? await readReported(context, { type, id, caller })
      : await readOrdered(context, { type, id, caller })
  if (!found) throw notFound()
  return found
}

export function notFound(diagnostics = 'No such resource'): FhirRefusal {
  return new FhirRefusal(404, { code: 'not-found', diagnostics })
}

async function readReported(
  { database, sealing, settings, catalogue }: ApiContext,
  { type, id, caller }: { type: 'DiagnosticReport' | 'Observation'; id: string; caller: Caller },
): Promise<object | null> {
  if (!isUuid(id)) return null
  const { queries } = database
  const wanted = { id, laboratoryIds: caller.client.laboratoryIds }
  const source = {
    systems: fhirSystems(settings),
    zone: settings.businessTimeZone,
    snapshot: catalogue.current(),
  }
  const report = type === 'DiagnosticReport' ? await findReport(sealing, queries, wanted) : null
  const value = type === 'Observation' ? await findObservation(sealing, queries, wanted) : null
  const result = report?.result ?? value?.result
  if (!result) return null
  await audit(queries, {
    ...auditedAs(caller),
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
    caller,
  }: { type: Exclude<ResourceType, 'DiagnosticReport' | 'Observation'>; id: string; caller: Caller },
): Promise<object | null> {
  const { database, sealing, settings, catalogue } = context
  const writing: Writing = { systems: fhirSystems(settings), zone: settings.businessTimeZone }
  const { laboratoryIds } = caller.client
  if (type === 'Location') return readLocation(context, id, laboratoryIds)
  const row = await findRow(context, { type, id, laboratoryIds })
  if (!row) return null
  await auditReading(context, [row], caller)
  if (type === 'Patient') return toPatient(row)
  if (type === 'ServiceRequest') {
    return toServiceRequest(row, writing, await readAnswers(sealing, database.queries, asking([row])))
  }
  const kind = catalogue.current().analyses.get(row.line.itemId)?.specimen.en ?? null
  return toSpecimen(row, kind, writing)
}

async function findRow(
  { database }: ApiContext,
  {
    type,
    id,
    laboratoryIds,
  }: {
    type: 'ServiceRequest' | 'Patient' | 'Specimen'
    id: string
    laboratoryIds: Caller['client']['laboratoryIds']
  },
): Promise<RequestRow | null> {
  if (type === 'Patient') {
    if (!isUuid(id)) return null
    return findNewestRequestOf(database.queries, { laboratoryIds, patientId: id })
  }
  const name = parseServiceRequestId(id)
  if (!name) return null
  return findRequest(database.queries, { ...name, laboratoryIds })
}

/** Laboratories are in memory. */
function readLocation(
  { catalogue }: ApiContext,
  id: string,
  laboratoryIds: Caller['client']['laboratoryIds'],
): object | null {
  const laboratory = catalogue.current().laboratories.get(Number(id))
  if (!laboratory || (laboratoryIds && !laboratoryIds.includes(laboratory.id))) return null
  const { city, address } = laboratory
  const order = {
    laboratoryId: laboratory.id,
    laboratory: { city, address, callable: comesHome(laboratory) },
  }
  return toLocation({ order } as RequestRow)
}
