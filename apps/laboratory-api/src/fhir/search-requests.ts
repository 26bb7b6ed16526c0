import { readAnswers } from '../answers/read-answers.ts'
import { type AuditEntry, audit } from '../audit/audit.ts'
import type { Permission } from '../clients/scopes.ts'
import type { ApiContext } from '../context.ts'
import { auditedAs, type Caller, requirePermission } from './caller.ts'
import { findReports, type ReportRow } from './report-queries.ts'
import { findRequests, type RequestRow } from './request-queries.ts'
import { type Include, nextQuery, parseRequestSearch } from './search-parameters.ts'
import { fhirSystems, type Writing } from './systems.ts'
import { toDiagnosticReport } from './to-diagnostic-report.ts'
import { toLocation, toPatient, toServiceRequest, toSpecimen } from './to-service-request.ts'

const INCLUDED = {
  patient: 'Patient.r',
  specimen: 'Specimen.r',
  location: 'Location.r',
} as const satisfies Record<Include, Permission>

type Resource = { resourceType: string; id: string }

/** A page of ServiceRequests as a searchset, with the requested includes. @throws FhirRefusal 400 */
export async function searchRequests(
  context: ApiContext,
  { query, caller }: { query: URLSearchParams; caller: Caller },
) {
  const { database, sealing, settings, catalogue } = context
  const search = parseRequestSearch(query)
  requirePermission(
    caller,
    'ServiceRequest.s',
    ...[...search.includes].map((name) => INCLUDED[name]),
    ...(search.withReports ? (['DiagnosticReport.r'] as const) : []),
  )
  const systems = fhirSystems(settings)
  const writing: Writing = { systems, zone: settings.businessTimeZone }
  const filter = { ...search, laboratoryIds: caller.client.laboratoryIds }
  const rows = await findRequests(database.queries, filter, {
    after: search.after,
    limit: search.count + 1,
  })
  const page = rows.slice(0, search.count)
  await auditReading(context, page, caller)
  const last = page.at(-1)
  const hasMore = rows.length > page.length && last
  const snapshot = catalogue.current()
  const { analyses } = snapshot
  const answers = await readAnswers(sealing, database.queries, asking(page))
  const included = new Map<string, Resource>()
  for (const row of page.toSorted((one, other) => one.order.id.localeCompare(other.order.id))) {
    for (const resource of [
      ...(search.includes.has('patient') ? [toPatient(row)] : []),
      ...(search.includes.has('location') ? [toLocation(row)] : []),
      ...(search.includes.has('specimen')
        ? [toSpecimen(row, analyses.get(row.line.itemId)?.specimen.en ?? null, writing)]
        : []),
    ]) {
      // The newest order has the patient's latest details, whichever has changed last.
      included.set(`${resource.resourceType}/${resource.id}`, resource)
    }
  }
  const reported = search.withReports ? page.flatMap(({ result }) => result ?? []) : []
  const reports = await findReports(sealing, database.queries, reported)
  await auditReports(context, reports, caller)
  const self = `${systems.base}/ServiceRequest`
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    link: [
      { relation: 'self', url: query.size > 0 ? `${self}?${query}` : self },
      ...(hasMore
        ? [
            {
              relation: 'next',
              url: `${self}?${nextQuery(query, { ...last.line, lastUpdated: last.lastUpdated })}`,
            },
          ]
        : []),
    ],
    entry: [
      ...page.map((row) => toEntry(toServiceRequest(row, writing, answers), 'match', systems.base)),
      ...[
        ...included.values(),
        ...reports.map((row) => toDiagnosticReport(row, { ...writing, snapshot })),
      ].map((resource) => toEntry(resource, 'include', systems.base)),
    ],
  }
}

/** The ids of orders with an analysis that has a question before the visit. */
export function asking(rows: readonly RequestRow[]): string[] {
  const asked = rows.filter(({ line }) => (line.preparation?.asks ?? []).length > 0)
  return [...new Set(asked.map(({ order }) => order.id))]
}

function toEntry(resource: Resource, mode: 'match' | 'include', base: string) {
  return { fullUrl: `${base}/${resource.resourceType}/${resource.id}`, resource, search: { mode } }
}

/** Records in the audit that the laboratory's system has read reports. */
async function auditReports(
  { database }: Pick<ApiContext, 'database'>,
  reports: readonly ReportRow[],
  caller: Caller,
): Promise<void> {
  const entry = { ...auditedAs(caller), action: 'read', kind: 'testResult' } as const
  await audit(database.queries, ...reports.map(({ result }): AuditEntry => ({ ...entry, id: result.id })))
}

/** Records in the audit that the laboratory's system has read orders. */
export async function auditReading(
  { database }: Pick<ApiContext, 'database'>,
  rows: readonly RequestRow[],
  caller: Caller,
): Promise<void> {
  const orderIds = new Set(rows.map(({ order }) => order.id))
  const entry = { ...auditedAs(caller), action: 'read', kind: 'order' } as const
  await audit(database.queries, ...[...orderIds].map((id): AuditEntry => ({ ...entry, id })))
}
