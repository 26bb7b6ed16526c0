import { READABLE_TYPES } from './read-resource.ts'
import { fhirSystems } from './systems.ts'

/** What the interface can do, as FHIR tells it. */
export function capabilityStatement(settings: { apiPublicUrl: string }, brand: string) {
  const { base } = fhirSystems(settings)
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    // Of this statement, not of the answer: it changes with the program.
    date: '2026-11-20',
    kind: 'instance',
    software: { name: `${brand}: orders and results` },
    implementation: { description: 'Orders for the laboratory and its results', url: base },
    fhirVersion: '4.0.1',
    format: ['json'],
    rest: [
      {
        mode: 'server',
        security: { description: 'A bearer token that the laboratory and the shop share' },
        resource: READABLE_TYPES.map(describeType),
        interaction: [{ code: 'transaction' }],
      },
    ],
  }
}

function describeType(type: (typeof READABLE_TYPES)[number]) {
  const isReported = type === 'DiagnosticReport' || type === 'Observation' || type === 'Specimen'
  return {
    type,
    interaction: [
      { code: 'read' },
      ...(type === 'ServiceRequest' ? [{ code: 'search-type' }] : []),
      ...(isReported ? [{ code: 'create' }, { code: 'update' }] : []),
    ],
    versioning: 'no-version',
    ...(isReported ? { conditionalUpdate: true } : {}),
    ...(type === 'ServiceRequest' ? REQUEST_SEARCH : {}),
  }
}

const REQUEST_SEARCH = {
  searchInclude: ['ServiceRequest:patient', 'ServiceRequest:specimen', 'ServiceRequest:location'],
  searchParam: [
    { name: 'status', type: 'token', documentation: 'active, completed, revoked' },
    { name: '_lastUpdated', type: 'date', documentation: 'ge, gt, le, lt' },
    { name: 'requisition', type: 'token', documentation: 'Number of the order' },
  ],
}
