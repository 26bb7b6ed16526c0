const ANALYSIS = '/CodeSystem/analysis'
const COMPONENT = '/CodeSystem/analysis-component'
const QUESTION = '/CodeSystem/visit-question'
const ORDER_NUMBER = '/NamingSystem/order-number'
const SERVICE_REQUEST = '/NamingSystem/service-request'

/** The interface's own URL, and the systems below it. */
export interface FhirSystems {
  base: string
  analysis: string
  component: string
  question: string
  orderNumber: string
  serviceRequest: string
}

/** What is needed to write resources. */
export interface Writing {
  systems: FhirSystems
  /** The business zone, in which visits are written. */
  zone: string
}

export function fhirSystems({ apiPublicUrl }: { apiPublicUrl: string }): FhirSystems {
  const base = `${apiPublicUrl}/fhir/R4`
  return {
    base,
    analysis: base + ANALYSIS,
    component: base + COMPONENT,
    question: base + QUESTION,
    orderNumber: base + ORDER_NUMBER,
    serviceRequest: base + SERVICE_REQUEST,
  }
}

// The URL may change (a new domain, another port); what the laboratory has stored under the old one keeps its meaning.
export function isAnalysisSystem(system: string | undefined): boolean {
  return system?.endsWith(ANALYSIS) ?? false
}
export function isComponentSystem(system: string | undefined): boolean {
  return system?.endsWith(COMPONENT) ?? false
}
export function isServiceRequestSystem(system: string | undefined): boolean {
  return system?.endsWith(SERVICE_REQUEST) ?? false
}
export function isOrderNumberSystem(system: string | undefined): boolean {
  return system?.endsWith(ORDER_NUMBER) ?? false
}
