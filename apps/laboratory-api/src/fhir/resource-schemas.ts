import { isWithoutContent } from '@shop/contract/fhir'
import { z } from 'zod'
import { wrongDeletions } from './changes-of-report.ts'
import {
  codeableConceptSchema,
  dateTimeSchema,
  decidingIdentifiersSchema,
  fhirInstantSchema,
  fhirStringSchema,
  identifierSchema,
  periodSchema,
  quantitySchema,
  referenceSchema,
  refused,
  resourceFields,
} from './element-schemas.ts'

export const REPORT_STATUSES = [
  'registered',
  'partial',
  'preliminary',
  'final',
  'amended',
  'corrected',
  'appended',
  'cancelled',
  'entered-in-error',
] as const
export type ReportStatus = (typeof REPORT_STATUSES)[number]

export const OBSERVATION_STATUSES = [
  'registered',
  'preliminary',
  'final',
  'amended',
  'corrected',
  'cancelled',
  'entered-in-error',
] as const
export type ObservationStatus = (typeof OBSERVATION_STATUSES)[number]

const effective = {
  effectiveDateTime: dateTimeSchema.optional(),
  effectivePeriod: periodSchema.optional(),
}

export const diagnosticReportSchema = z
  .looseObject({
    resourceType: z.literal('DiagnosticReport'),
    ...resourceFields,
    identifier: decidingIdentifiersSchema,
    basedOn: z.array(referenceSchema).length(1, 'exactly one ServiceRequest is required'),
    status: z.enum(REPORT_STATUSES),
    code: codeableConceptSchema,
    subject: referenceSchema,
    ...effective,
    issued: fhirInstantSchema.optional(),
    specimen: z.array(referenceSchema).min(1).max(20).optional(),
    result: z.array(referenceSchema).min(1).max(500).optional(),
    conclusion: fhirStringSchema.optional(),
  })
  .refine(({ status, issued }) => issued !== undefined || isWithoutContent(status), {
    error: 'required from the status partial on',
    path: ['issued'],
  })
  .superRefine((report, context) => {
    for (const index of wrongDeletions(report)) {
      const path = ['extension', index, 'valueCodeableConcept']
      context.addIssue({ code: 'custom', path, message: 'the code of the deleted value is required' })
    }
  })
export type FhirReport = z.infer<typeof diagnosticReportSchema>

const VALUES = ['valueQuantity', 'valueInteger', 'valueCodeableConcept', 'valueString'] as const
const rangeSchema = z.looseObject({
  modifierExtension: refused('an extension that changes the meaning'),
  low: quantitySchema.optional(),
  high: quantitySchema.optional(),
  type: codeableConceptSchema.optional(),
  appliesTo: z.array(codeableConceptSchema).max(20).optional(),
  age: z.looseObject({ low: quantitySchema.optional(), high: quantitySchema.optional() }).optional(),
  text: fhirStringSchema.optional(),
})

export const fhirObservationSchema = z
  .looseObject({
    resourceType: z.literal('Observation'),
    ...resourceFields,
    status: z.enum(OBSERVATION_STATUSES),
    code: codeableConceptSchema,
    subject: referenceSchema.optional(),
    ...effective,
    effectiveInstant: fhirInstantSchema.optional(),
    effectiveTiming: refused('a repeated time'),
    issued: fhirInstantSchema.optional(),
    valueQuantity: quantitySchema.optional(),
    valueInteger: z.int().optional(),
    valueCodeableConcept: codeableConceptSchema.optional(),
    valueString: fhirStringSchema.optional(),
    ...Object.fromEntries(
      ['Boolean', 'Range', 'Ratio', 'SampledData', 'Time', 'DateTime', 'Period'].map((type) => [
        `value${type}`,
        refused('use valueQuantity, valueInteger, valueCodeableConcept or valueString'),
      ]),
    ),
    component: refused('report each value in a separate Observation'),
    hasMember: refused('name each Observation in DiagnosticReport.result'),
    dataAbsentReason: codeableConceptSchema.optional(),
    interpretation: z.array(codeableConceptSchema).min(1).max(10).optional(),
    note: z
      .array(z.looseObject({ text: fhirStringSchema }))
      .min(1)
      .max(20)
      .optional(),
    method: codeableConceptSchema.optional(),
    referenceRange: z.array(rangeSchema).min(1).max(20).optional(),
  })
  .superRefine((observation, context) => {
    const values = VALUES.filter((name) => observation[name] !== undefined)
    const fault = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (values.length > 1) fault(values[1]!, 'a second value')
    if (values.length > 0 && observation.dataAbsentReason) {
      fault('dataAbsentReason', 'only where there is no value (invariant obs-6)')
    }
    if (values.length === 0 && !observation.dataAbsentReason && !isWithoutContent(observation.status)) {
      fault('value', 'a value or dataAbsentReason is required')
    }
  })
export type FhirObservation = z.infer<typeof fhirObservationSchema>

export const specimenSchema = z
  .looseObject({
    resourceType: z.literal('Specimen'),
    ...resourceFields,
    identifier: z.array(identifierSchema).min(1).max(20).optional(),
    accessionIdentifier: identifierSchema.optional(),
    status: z.enum(['available'], 'only available samples are accepted').optional(),
    type: codeableConceptSchema.optional(),
    subject: referenceSchema,
    request: z.array(referenceSchema).min(1).max(200),
    collection: z
      .looseObject({
        collectedDateTime: dateTimeSchema.optional(),
        collectedPeriod: periodSchema.optional(),
      })
      .refine(({ collectedDateTime, collectedPeriod }) => collectedDateTime ?? collectedPeriod?.start, {
        error: 'a time of collection is required',
        path: ['collectedDateTime'],
      }),
  })
  .refine(({ identifier, accessionIdentifier }) => accessionIdentifier?.value ?? identifier?.[0]?.value, {
    error: 'an identifier with a value is required',
    path: ['identifier'],
  })
export type FhirSpecimen = z.infer<typeof specimenSchema>

export const RESOURCE_SCHEMAS = {
  DiagnosticReport: diagnosticReportSchema,
  Observation: fhirObservationSchema,
  Specimen: specimenSchema,
} as const
export type ReportableType = keyof typeof RESOURCE_SCHEMAS
