import { z } from 'zod'
import { deletedCodes } from '../changes-of-report.ts'
import { ISSUE_CODES, type IssueCode, type OutcomeIssue } from '../operation-outcome.ts'
import { type LineName, lineOfReference } from '../service-request-id.ts'
import type { FhirSystems } from '../systems.ts'

// A refused body may have any form: it is read as far as possible.

const word = z.string().optional().catch(undefined)
const referenceSchema = z
  .object({
    reference: word,
    identifier: z.object({ system: word, value: word }).optional().catch(undefined),
  })
  .catch({ reference: undefined, identifier: undefined })
export type SentReference = z.infer<typeof referenceSchema>
const list = <Schema extends z.ZodType>(schema: Schema) => z.array(schema).catch([])
const concept = z
  .object({ text: word, coding: list(z.object({ code: word, display: word })) })
  .catch({ text: undefined, coding: [] })
const quantity = z.object({ value: z.number(), comparator: word, unit: word, code: word })

const reportSchema = z.object({
  resourceType: z.literal('DiagnosticReport'),
  basedOn: list(referenceSchema),
  subject: referenceSchema.optional(),
  code: concept.optional(),
  status: word,
  issued: word,
  conclusion: word,
  result: list(referenceSchema),
})
const sentObservationSchema = z.object({
  resourceType: z.literal('Observation'),
  code: concept.optional(),
  valueQuantity: quantity.optional().catch(undefined),
  valueInteger: z.number().optional().catch(undefined),
  valueString: word,
  valueCodeableConcept: concept.optional(),
})
const binarySchema = z.object({
  resourceType: z.literal('Binary'),
  contentType: z.literal('x-application/hl7-v2+er7'),
  data: z.string(),
})
const outcomeSchema = z.object({
  resourceType: z.literal('OperationOutcome'),
  issue: z.array(
    z.object({ code: word, diagnostics: z.string().max(2_000), expression: list(z.string().max(200)) }),
  ),
})

export interface SentEntry {
  fullUrl: string | undefined
  resource: Members
}

type Members = Record<string, unknown>
const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null

/** The entries of a bundle, with its own resources, not copies; none if it is not a bundle. */
export function entriesOf(body: unknown): SentEntry[] {
  const entries = isObject(body) && Array.isArray(body.entry) ? body.entry : []
  return entries.map((entry) => ({
    fullUrl: isObject(entry) && typeof entry.fullUrl === 'string' ? entry.fullUrl : undefined,
    resource: isObject(entry) && isObject(entry.resource) ? entry.resource : {},
  }))
}

/** The HL7 v2 message that a gateway could not translate into FHIR, with the issues it was refused for. */
export function hl7MessageIn(body: unknown): { text: string; issues: OutcomeIssue[] } | null {
  const resources = entriesOf(body).map(({ resource }) => resource)
  const binary = resources.map((one) => binarySchema.safeParse(one).data).find(Boolean)
  if (!binary) return null
  const outcome = resources.map((one) => outcomeSchema.safeParse(one).data).find(Boolean)
  return {
    // The bytes as the gateway passed them on; most are digits and Latin letters.
    text: readable(Buffer.from(binary.data, 'base64')),
    issues: (outcome?.issue ?? []).map(({ code, diagnostics, expression: [place] }) => ({
      code: ISSUE_CODES.find((known) => known === code) ?? ('structure' satisfies IssueCode),
      diagnostics,
      ...(place ? { expression: place } : {}),
    })),
  }
}

/** Decodes UTF-8, which most systems send, else Latin-1; one line per segment. */
function readable(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return (text.includes('�') ? bytes.toString('latin1') : text).replaceAll('\r', '\n')
}

/** The resources that a gateway adds for a message that it could not translate: neither is reported. */
const NOT_REPORTED = new Set(['OperationOutcome', 'Binary'])
const REPORTABLE = new Set(['DiagnosticReport', 'Specimen'])

/** The bundle without what a gateway added; null if it has no report or sample. */
export function reportableBody(body: unknown): { entry: unknown[] } | null {
  if (!isObject(body)) return null
  const kept = entriesOf(body).map(({ resource }) => String(resource.resourceType))
  if (!kept.some((type) => REPORTABLE.has(type))) return null
  const entry = body.entry as unknown[]
  return { ...body, entry: entry.filter((_, index) => !NOT_REPORTED.has(kept[index]!)) }
}

export interface SentReport {
  entry: number
  test: string
  status: string
  issuedAt: string | null
  named: string
  line: LineName | null
  comment: string | null
  values: { name: string; value: string }[]
  /** The values that it deletes. */
  deletes: string[]
}

/** The reports of a bundle as far as they can be read, with their values. */
export function sentReports(body: unknown, systems: FhirSystems): SentReport[] {
  const entries = entriesOf(body)
  const observations = new Map(
    entries.flatMap(({ fullUrl, resource }) => {
      const { data } = sentObservationSchema.safeParse(resource)
      return data && fullUrl !== undefined ? [[fullUrl, data] as const] : []
    }),
  )
  return entries.flatMap(({ resource }, entry) => {
    const { data: report } = reportSchema.safeParse(resource)
    if (!report) return []
    const [about] = report.basedOn
    return [
      {
        entry,
        test: conceptText(report.code),
        status: report.status ?? '',
        issuedAt: report.issued ?? null,
        named: about?.identifier?.value ?? about?.reference ?? '',
        line: about ? lineOf(about, systems) : null,
        comment: report.conclusion ?? null,
        values: report.result.flatMap(({ reference = '' }) => {
          const value = observations.get(reference)
          return value ? [{ name: conceptText(value.code), value: wordsOfValue(value) }] : []
        }),
        deletes: (deletedCodes(resource) ?? []).map((code) => conceptText(concept.parse(code))),
      },
    ]
  })
}

/** The ordered tests that the reports and samples of a bundle name; null for one that names none that can be read. */
export function namedLines(body: unknown, systems: FhirSystems): (LineName | null)[] {
  return entriesOf(body).flatMap(({ resource: { resourceType, basedOn, request } }) => {
    const references = [basedOn, request].flatMap((element) => list(referenceSchema).parse(element))
    if (references.length > 0) return references.map((reference) => lineOf(reference, systems))
    return REPORTABLE.has(String(resourceType)) ? [null] : []
  })
}

const lineOf = ({ reference, identifier }: SentReference, systems: FhirSystems) =>
  lineOfReference(
    {
      ...(reference === undefined ? {} : { reference }),
      ...(identifier === undefined ? {} : { identifier }),
    } as Parameters<typeof lineOfReference>[0],
    systems,
  )

function conceptText(of: z.infer<typeof concept> | undefined): string {
  const named = of?.text ?? of?.coding.find(({ display }) => display)?.display
  const codes = (of?.coding ?? []).flatMap(({ code }) => code ?? [])
  return [named, codes.length > 0 ? `(${codes.join(', ')})` : ''].filter(Boolean).join(' ')
}

function wordsOfValue(of: z.infer<typeof sentObservationSchema>): string {
  const { valueQuantity: measured, valueInteger, valueString, valueCodeableConcept } = of
  if (measured) {
    return [measured.comparator, measured.value, measured.unit ?? measured.code]
      .filter((part) => part !== undefined)
      .join(' ')
  }
  if (valueInteger !== undefined) return String(valueInteger)
  return valueString ?? (valueCodeableConcept ? conceptText(valueCodeableConcept) : '')
}
