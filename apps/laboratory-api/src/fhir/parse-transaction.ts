import type { z } from 'zod'
import { type Transaction, transactionSchema } from './bundle-schema.ts'
import { NOT_SUPPORTED } from './element-schemas.ts'
import { createFaults, type Faults, FhirRefusal, type IssueCode } from './operation-outcome.ts'
import {
  type FhirObservation,
  type FhirReport,
  type FhirSpecimen,
  RESOURCE_SCHEMAS,
  type ReportableType,
} from './resource-schemas.ts'

export interface ParsedEntry<Resource> {
  index: number
  fullUrl: string | undefined
  resource: Resource
}

export interface ParsedTransaction {
  size: number
  reports: ParsedEntry<FhirReport>[]
  observations: ParsedEntry<FhirObservation>[]
  specimens: ParsedEntry<FhirSpecimen>[]
}

/** The path of an entry's resource, or of an element in it. */
export function at(index: number, element = ''): string {
  return `Bundle.entry[${index}].resource${element ? `.${element}` : ''}`
}

/** Checks the form of a bundle and sorts its entries. @throws FhirRefusal with every fault of form */
export function parseTransaction(body: unknown): ParsedTransaction {
  const bundle = transactionSchema.safeParse(body, { reportInput: true })
  const faults = createFaults()
  if (!bundle.success) {
    if ((body as { resourceType?: unknown } | null)?.resourceType !== 'Bundle') {
      throw new FhirRefusal(422, {
        code: 'structure',
        expression: 'Bundle',
        diagnostics: 'The body must be a Bundle of type transaction',
      })
    }
    addZodIssues(faults, bundle.error, 'Bundle')
    faults.throwIfAny()
  }
  const parsed: ParsedTransaction = {
    size: bundle.data!.entry.length,
    reports: [],
    observations: [],
    specimens: [],
  }
  bundle.data!.entry.forEach((entry, index) => {
    parseEntry(parsed, faults, entry, index)
  })
  faults.throwIfAny()
  return parsed
}

function parseEntry(
  parsed: ParsedTransaction,
  faults: Faults,
  entry: Transaction['entry'][number],
  index: number,
): void {
  const { fullUrl } = entry
  const type = entry.resource.resourceType
  if (!isReportable(type)) {
    faults.add({
      code: 'not-supported',
      expression: at(index, 'resourceType'),
      diagnostics: 'Only DiagnosticReport, Observation and Specimen are accepted',
    })
    return
  }
  if (!fitsRequest(entry.request, type)) {
    faults.add({
      code: 'not-supported',
      expression: `Bundle.entry[${index}].request.url`,
      diagnostics: `must be POST ${type} or PUT ${type}?identifier={system}|{value}`,
    })
  }
  const resource = RESOURCE_SCHEMAS[type].safeParse(entry.resource, { reportInput: true })
  if (!resource.success) {
    addZodIssues(faults, resource.error, at(index))
    return
  }
  const { data } = resource
  if (data.resourceType === 'DiagnosticReport') parsed.reports.push({ index, fullUrl, resource: data })
  if (data.resourceType === 'Observation') parsed.observations.push({ index, fullUrl, resource: data })
  if (data.resourceType === 'Specimen') parsed.specimens.push({ index, fullUrl, resource: data })
}

function isReportable(type: string): type is ReportableType {
  return Object.hasOwn(RESOURCE_SCHEMAS, type)
}

function fitsRequest({ method, url }: { method: string; url: string }, type: string): boolean {
  return method === 'POST' ? url === type : url.startsWith(`${type}?identifier=`)
}

/** Adds zod's issues in the terms of an OperationOutcome, without repeating the values. */
function addZodIssues(faults: Faults, error: z.ZodError, root: string): void {
  for (const issue of error.issues) {
    faults.add({
      code: issueCode(issue),
      expression: issue.path.reduce<string>(
        (path, part) => (typeof part === 'number' ? `${path}[${part}]` : `${path}.${String(part)}`),
        root,
      ),
      diagnostics: isMissing(issue) ? 'This element is required' : issue.message,
    })
  }
}

function isMissing(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' && issue.input === undefined
}

function issueCode(issue: z.core.$ZodIssue): IssueCode {
  if (isMissing(issue)) return 'required'
  if (issue.message.startsWith(NOT_SUPPORTED)) return 'not-supported'
  if (issue.code === 'invalid_value') return 'code-invalid'
  if (issue.code === 'custom') return issue.message.includes('required') ? 'required' : 'invariant'
  return issue.code === 'invalid_type' ? 'structure' : 'value'
}
