import { SECURITY_SERVICE } from '@shop/contract/fhir'
import { INTERACTIONS, RESOURCE_TYPES, type ResourceType } from '../clients/scopes.ts'
import { fhirSystems } from './systems.ts'

/** What the interface can do, in FHIR's terms. */
export function capabilityStatement(settings: { apiPublicUrl: string }, brand: string) {
  const { base } = fhirSystems(settings)
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    // The date of this statement, not of the reply: it changes with the program.
    date: '2026-11-22',
    kind: 'instance',
    software: { name: `${brand}: orders and results` },
    implementation: { description: 'Orders for the laboratory and its results', url: base },
    fhirVersion: '4.0.1',
    format: ['json'],
    rest: [
      {
        mode: 'server',
        security: {
          service: [{ coding: [{ system: SECURITY_SERVICE, code: 'SMART-on-FHIR' }] }],
          description: 'SMART Backend Services; .well-known/smart-configuration has the token endpoint',
        },
        resource: RESOURCE_TYPES.map(describeType),
        interaction: [{ code: 'transaction' }],
      },
    ],
  }
}

const NAMES = { c: 'create', r: 'read', u: 'update', s: 'search-type' } as const

function describeType(type: ResourceType) {
  const letters: readonly string[] = [...INTERACTIONS[type]]
  const isReported = letters.includes('u')
  return {
    type,
    interaction: letters.map((letter) => ({ code: NAMES[letter as keyof typeof NAMES] })),
    versioning: 'no-version',
    ...(isReported ? { conditionalUpdate: true } : {}),
    ...(type === 'ServiceRequest' ? REQUEST_SEARCH : {}),
  }
}

const REQUEST_SEARCH = {
  searchInclude: ['ServiceRequest:patient', 'ServiceRequest:specimen', 'ServiceRequest:location'],
  searchRevInclude: ['DiagnosticReport:based-on'],
  searchParam: [
    { name: 'status', type: 'token', documentation: 'active, completed, revoked' },
    { name: '_lastUpdated', type: 'date', documentation: 'ge, gt, le, lt' },
    { name: 'requisition', type: 'token', documentation: 'Number of the order' },
  ],
}
